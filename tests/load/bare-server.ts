import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import type { Statement } from './recording.ts'
import type { Recorded } from './rehearsal.ts'

/**
 * The data path with nothing around it: node:http and pg run, for each route, the statements that the service ran
 * for the same answer, by name and over the same kinds of connections, and send their rows as JSON.
 */
const { DATABASE_URL: connectionString, PORT, STATEMENTS = '' } = process.env
const { statements: routes, subject } = JSON.parse(readFileSync(STATEMENTS, 'utf8')) as Recorded
const pools = new Map<string, pg.Pool>()

function poolOf(settings: string): pg.Pool {
  const known = pools.get(settings) ?? openPool(settings)
  pools.set(settings, known)
  return known
}

function openPool(settings: string): pg.Pool {
  if (!settings) return new pg.Pool({ connectionString, max: 4 })
  const onConnect = (client: pg.ClientBase) => client.query(settings).then(() => {})
  return new pg.Pool({ connectionString, max: 2, onConnect })
}

/** The values of a statement with the ids of this request in place of the recorded ones. */
function fitting(values: unknown[], ids: Map<unknown, unknown>): unknown[] {
  const recorded = `:${subject.response}}`
  return values.map((value) =>
    typeof value === 'string' && value.endsWith(recorded)
      ? value.replace(recorded, `:${ids.get(subject.response)}}`)
      : (ids.get(value) ?? value),
  )
}

async function run(name: string, statements: Statement[], ids: Map<unknown, unknown>): Promise<unknown[]> {
  const answer: unknown[] = []
  // A transaction has a connection to itself.
  const isTransaction = statements.some(({ text }) => /^(begin|start transaction)/.test(text))
  const own = isTransaction ? await poolOf(statements[0]?.settings ?? '').connect() : undefined
  try {
    for (const [index, { text, values, settings }] of statements.entries()) {
      const query = { name: `${name}-${index}`, text, values: fitting(values, ids) }
      const { rows } = await (own ?? poolOf(settings)).query(query)
      if (text.startsWith('insert into "responses"')) ids.set(subject.response, rows[0].id)
      answer.push(rows)
    }
  } finally {
    own?.release()
  }
  return answer
}

const server = createServer(async (request, response) => {
  request.resume()
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const ids = new Map<unknown, unknown>()
  for (const name of ['user', 'listing'] as const)
    if (searchParams.has(name)) ids.set(subject[name], Number(searchParams.get(name)))
  try {
    const answer = await run(pathname, routes[pathname] ?? [], ids)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  } catch {
    response.writeHead(500).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
