import type { BenchRequest } from './questions.ts'
import type { Server } from './rounds.ts'

/** Returns all property paths of an answer. The entries of a list share one path. */
function pathsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => pathsOf(entry, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([name, part]) => pathsOf(part, `${at}.${name}`))
}

/**
 * Compares the fields of the servers' answers.
 * @throws if an answer has other fields than the product's answer, because its cost would not be comparable
 */
export async function checkFields(servers: Server[], request: BenchRequest): Promise<void> {
  const { method, path, body, authorization } = request
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
  const answers = servers.map(async ({ name, origin }) => {
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${origin}${path}`, options)
    return { name, paths: new Set(pathsOf(await answer.json())) }
  })
  const [ours, ...others] = await Promise.all(answers)
  const expectedPaths = ours?.paths ?? new Set()
  for (const { name, paths } of others) {
    const differentPaths = [
      ...[...paths].filter((path) => !expectedPaths.has(path)),
      ...[...expectedPaths].filter((path) => !paths.has(path)),
    ]
    if (differentPaths.length > 0)
      throw new Error(`${name} answers ${path} otherwise: ${differentPaths.slice(0, 10).join(', ')}`)
  }
}
