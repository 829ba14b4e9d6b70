import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import type { Statement } from './recording.ts'

/**
 * The data path with nothing around it: node:http and pg run, for each route, the statements that the service ran
 * for the same answer, by name and over the same two kinds of connections, and send their rows as JSON.
 */
const { DATABASE_URL: connectionString, PORT, STATEMENTS = '' } = process.env
const routes = JSON.parse(readFileSync(STATEMENTS, 'utf8')) as Record<string, Statement[]>
const pools = new Map<string, pg.Pool>()

function poolOf(options: string): pg.Pool {
  const known =
    pools.get(options) ?? new pg.Pool({ connectionString, options, max: options.includes('generic') ? 2 : 4 })
  pools.set(options, known)
  return known
}

const server = createServer(async (request, response) => {
  request.resume()
  const statements = routes[request.url ?? ''] ?? []
  const answer: unknown[] = []
  for (const [index, { text, values, options }] of statements.entries()) {
    const { rows } = await poolOf(options).query({ name: `${request.url}-${index}`, text, values })
    answer.push(rows)
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
