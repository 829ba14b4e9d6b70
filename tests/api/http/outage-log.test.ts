import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { buildServer } from '#services/api/server.ts'
import { createLog, logConsole } from '#services/core/observability/log.ts'
import { errorFields } from '#services/core/servers/transient-errors.ts'
import { readMetrics } from '#services/operations/metrics.ts'
import { openApi } from '#tests/support/api/api.ts'
import { login } from '#tests/support/people/people.ts'

const api = await openApi()
const anna = await login(api)
const lines: Record<string, unknown>[] = []
const log = createLog('info', 'test', { write: (line) => void lines.push(JSON.parse(line)) })
beforeEach(() => {
  lines.length = 0
})

/** A server whose Postgres is unreachable. */
const unreachableDb = connect('postgres://otklik@127.0.0.1:1/otklik', { max: 2 })
let server: Awaited<ReturnType<typeof buildServer>>['app']
beforeAll(async () => {
  server = (
    await buildServer({
      ...api.ctx,
      log,
      db: unreachableDb,
      lists: unreachableDb,
      heavy: unreachableDb,
      probe: unreachableDb,
    })
  ).app
  await server.ready()
})
afterAll(async () => {
  await server.close()
  await unreachableDb.destroy()
})

test('an outage is one line for each request, with its reason and without a stack', async () => {
  const headers = { authorization: `Bearer ${anna.token}` }
  const ids: string[] = []
  for (const id of [1, 2, 3]) {
    const answer = await server.inject({ url: `/api/projects/${id}/full_info`, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
    ids.push(answer.json().request_id)
  }
  expect(lines.map(({ request_id }) => request_id)).toEqual(ids)
  for (const line of lines)
    expect(line).toMatchObject({
      level: 40,
      status: 503,
      trouble: expect.stringMatching(/ECONNREFUSED|connect/),
    })
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test('a Postgres without room is told by the readiness of who was refused, and people go on reading', async () => {
  const readReadiness = async () => (await api.server.inject('/health/ready')).json()
  expect(await readReadiness()).toEqual({ status: 'ok', postgres: true, room: true, redis: true })
  const diskFull = sql`do $$ begin raise exception 'No space left' using errcode = 'disk_full'; end $$`
  await expect(diskFull.execute(api.ctx.db)).rejects.toThrow('No space left')
  expect(await readReadiness()).toEqual({ status: 'degraded', postgres: true, room: false, redis: true })
  expect((await readMetrics(api.ctx)).text).toContain('otklik_postgres_room 0')
  expect(await anna.call('POST /api/projects', { body: {} })).toMatchObject({ items: [] })
})

test('what nobody expected keeps its stack, and known trouble of the workers has none', () => {
  const connectionRefused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  log.warn(errorFields(connectionRefused), 'a round failed')
  log.warn(errorFields(new TypeError('x is undefined')), 'a round failed')
  for (const code of ['53100', '53300'])
    log.warn(errorFields(Object.assign(new Error('full'), { code })), code)
  expect(lines.splice(2)).toMatchObject([{ reason: 'full' }, { reason: 'full' }])
  expect(lines[0]).toMatchObject({ reason: 'connect ECONNREFUSED' })
  expect(lines[0]).not.toHaveProperty('err')
  expect(lines[1]).toMatchObject({ err: { stack: expect.stringContaining('outage-log') } })
})

test('what a library prints is a line of the log as well', () => {
  const { log: printLog, info, warn, error } = console
  logConsole(log)
  try {
    console.error('[ioredis] Unhandled error event:', new Error('connect ECONNREFUSED').stack)
  } finally {
    Object.assign(console, { log: printLog, info, warn, error })
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 40, said: expect.stringMatching(/^\[ioredis\].*ECONNREFUSED$/) })
})
