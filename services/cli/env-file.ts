import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from './output.ts'

const exampleFile = path.join(import.meta.dirname, '../../.env.example')

/**
 * Quotes a value of the settings file so that Docker Compose, Node and a shell read the same value.
 * @throws Refusal if no quoting works for all of them
 */
function quoteValue(name: string, value: string): string {
  if (/^[\w./:@,+-]*$/.test(value)) return value
  if (/[\n\r]/.test(value)) throw new Refusal(`${name} must stand in one line.`)
  if (!value.includes("'")) return `'${value}'`
  if (!/["$\\`]/.test(value)) return `"${value}"`
  throw new Refusal(
    `${name} has an apostrophe beside one of " $ \\ \`, which no file of settings can hold: choose another.`,
  )
}

/**
 * Returns the content of the settings file: first the variables of `.env.example` in its order and with its
 * explanations, then all other variables. Variables without a value keep their defaults.
 */
export function envText(values: Record<string, string>): string {
  const rest = new Map(Object.entries(values).filter(([, value]) => value !== ''))
  const blocks: string[] = []
  let comments: string[] = []
  for (const line of readFileSync(exampleFile, 'utf8').split('\n')) {
    const [, name] = /^(\w+)=/.exec(line) ?? []
    if (line.startsWith('#')) comments.push(line)
    else if (name === undefined) comments = []
    else {
      const value = rest.get(name)
      if (value !== undefined) blocks.push([...comments, `${name}=${quoteValue(name, value)}`].join('\n'))
      rest.delete(name)
      comments = []
    }
  }
  blocks.push(...Array.from(rest, ([name, value]) => `${name}=${quoteValue(name, value)}`))
  return `${blocks.join('\n\n')}\n`
}

/**
 * Writes the settings file, which only its owner can read. An existing file is overwritten in place, because it may be
 * mounted into a container. A new file gets the owner of its folder.
 */
export function writeEnvFile(file: string, values: Record<string, string>): void {
  const text = envText(values)
  const isNew = !existsSync(file)
  writeFileSync(file, text, { mode: 0o600 })
  if (!isNew || process.getuid?.() !== 0) return
  const { uid, gid } = statSync(path.dirname(path.resolve(file)))
  chownSync(file, uid, gid)
}
