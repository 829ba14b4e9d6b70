import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const warning = 40

/**
 * Writes everything a process says into its log file, and repeats warnings and errors on our screen:
 * what matters must not hide in a file. The product logs JSON lines; other words on stderr matter too.
 */
export function keepJournal(name: string, file: string, say: (text: string) => void) {
  return (stdout: Readable, stderr: Readable): void => {
    const log = createWriteStream(file, { flags: 'a' })
    createInterface({ input: stdout }).on('line', (line) => {
      log.write(`${line}\n`)
      const matter = gravity(line)
      if (matter) say(`[${name}] ${matter}`)
    })
    createInterface({ input: stderr }).on('line', (line) => {
      log.write(`${line}\n`)
      if (line.trim()) say(`[${name}] ${gravity(line) ?? line}`)
    })
  }
}

/** The words of a warning or an error among JSON log lines. */
function gravity(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg, err, reason } = JSON.parse(line)
    if (!(level >= warning)) return undefined
    return [msg, err?.message ?? reason].filter(Boolean).join(': ')
  } catch {
    return undefined
  }
}
