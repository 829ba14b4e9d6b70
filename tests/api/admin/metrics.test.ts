import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { readMetrics } from '#services/operations/metrics.ts'
import { operationState } from '#services/payments/robokassa/state.ts'
import { listenTo } from '#tests/api/chat/chat-listener.ts'
import { openRoomWith } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { registerFiguresFor } from '#tests/support/api/product-figures.ts'
import { freelancer, login } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'

/** Metrics of the processes, and figures that are missing because they cannot be read. */

let api: Api
let refreshMetrics: () => Promise<void>
let depthOfQueues = async () => ({ moderation: 3 })
const readFigures = async () => (await readMetrics(api.ctx)).text
/** Value of a metric as Prometheus reads it; 0 if nothing was counted yet. */
const figure = async (name: string) => {
  await refreshMetrics()
  const line = (await readFigures()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}
/**
 * Increase of a metric during an action. A difference is needed, because other tests in this process have raised the
 * metric.
 */
async function increaseOf(name: string, action: () => Promise<unknown>): Promise<number> {
  const figureBefore = await figure(name)
  await action()
  return (await figure(name)) - figureBefore
}
beforeAll(async () => {
  api = await openApi()
  refreshMetrics = registerFiguresFor(api.ctx, () => depthOfQueues())
  await readFigures()
})

describe('what cannot be read', () => {
  /** Parts of the figures by whether they are missing. */
  const readMissing = async () =>
    Object.fromEntries(
      [...(await readFigures()).matchAll(/^otklik_metrics_missing\{part="(\w+)"\} (\d)$/gm)].map(
        ([, part, value]) => [part, value === '1'],
      ),
    )
  const missingParts = async () =>
    Object.entries(await readMissing()).flatMap(([part, isMissing]) => (isMissing ? [part] : []))

  test('is missing after two seconds, and holds up nothing else', async () => {
    const waitUntilMissing = (...parts: string[]) =>
      eventually(async () => {
        await refreshMetrics()
        return (await missingParts()).sort().join() === parts.join()
      })
    await waitUntilMissing()
    const hanging = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lock = api.owner.transaction().execute(async (tx) => {
      await sql`lock table event_tasks in access exclusive mode`.execute(tx)
      locked.resolve()
      await hanging.promise
    })
    const lateAnswer = Promise.withResolvers<{ moderation: number }>()
    depthOfQueues = () => lateAnswer.promise
    onTestFinished(() => {
      depthOfQueues = async () => ({ moderation: 3 })
      lateAnswer.resolve({ moderation: 3 })
      hanging.resolve()
    })
    await locked.promise
    const startedAt = performance.now()
    await refreshMetrics()
    expect(performance.now() - startedAt).toBeLessThan(4000)
    expect(await missingParts()).toEqual(expect.arrayContaining(['outbox', 'queues', 'tasks']))
    await waitUntilMissing('outbox', 'queues', 'tasks')
    const text = await readFigures()
    for (const name of ['outbox_age_seconds', 'outbox_dead_tasks', 'queue_jobs'])
      expect(text, name).not.toMatch(new RegExp(`^otklik_${name}[ {]`, 'm'))
    for (const name of ['payment_invariant_violations', 'ledger_imbalance', 'redis_memory_bytes'])
      expect(text, name).toMatch(new RegExp(`^otklik_${name} \\d`, 'm'))
    hanging.resolve()
    await lock
    await waitUntilMissing('queues')
  }, 60_000)
})

describe('counted', () => {
  test('the release, the memory of Redis, and the pool', async () => {
    const { version } = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
    )
    expect(await figure(`otklik_build_info{version="${version}",node="${process.version}"}`)).toBe(1)
    expect(await figure('otklik_redis_memory_bytes')).toBeGreaterThan(100_000)
    expect(await figure('otklik_queue_jobs{queue="moderation"}')).toBe(3)
    const transactions = Array.from({ length: 5 }, () =>
      api.ctx.db.transaction().execute((tx) => tx.selectFrom('users').select('id').limit(1).execute()),
    )
    await readFigures()
    await Promise.all(transactions)
    expect(await figure('otklik_pool_connections{state="waiting"}')).toBe(0)
    expect(await figure('otklik_pool_connections{state="idle"}')).toBeGreaterThan(0)
  })

  test('statements, for the call that asked them', async () => {
    const anna = await login(api)
    const name = 'otklik_queries_total{call="GET /api/saved_searches"}'
    // The first call is left out, because it also reads the session with an additional statement.
    await anna.call('GET /api/saved_searches')
    const figureBefore = await figure(name)
    await anna.call('GET /api/saved_searches')
    expect(await figure(name)).toBeGreaterThan(figureBefore)
    const selectUser = () => api.ctx.db.selectFrom('users').select('id').limit(1).execute()
    await Promise.all([
      countQueriesAs('one', selectUser),
      countQueriesAs('two', selectUser),
      countQueriesAs('two', selectUser),
    ])
    expect(await figure('otklik_queries_total{call="one"}')).toBe(1)
    expect(await figure('otklik_queries_total{call="two"}')).toBe(2)
    expect(await figure('otklik_query_seconds_total{call="two"}')).toBeGreaterThan(0)
  })

  test('streams while they are open', async () => {
    const [writer, partner] = [await freelancer(api), await freelancer(api)]
    const { id } = await openRoomWith(writer, partner)
    const streamsBefore = await figure('otklik_chat_streams')
    const { closeStream } = await listenTo(api.server, writer, id)
    expect(await figure('otklik_chat_streams')).toBe(streamsBefore + 1)
    closeStream()
    await eventually(async () => (await figure('otklik_chat_streams')) === streamsBefore)
  })

  test('who is refused by a limit, by its group', async () => {
    const strictServer = await api.startAnother({ RATE_LIMIT_SCALE: '0.0001' })
    const callWithoutAccount = () => strictServer.inject({ url: '/api/saved_searches' })
    const callTwice = async () =>
      expect([(await callWithoutAccount()).statusCode, (await callWithoutAccount()).statusCode]).toEqual([
        401, 429,
      ])
    expect(await increaseOf('otklik_refused_total{group="strangers"}', callTwice)).toBe(1)
  })

  test('what Telegram and the provider answer, and that nobody answers', async () => {
    const metricOf = (service: string, method: string, outcome: string) =>
      `otklik_outside_seconds_count{service="${service}",method="${method}",outcome="${outcome}"}`
    const unreachableBot = { BOT_TOKEN: api.ctx.config.BOT_TOKEN, BOT_API_ROOT: 'http://127.0.0.1:1' }
    const callUnreachable = () => expect(telegramApi(unreachableBot, 1).getMe()).rejects.toThrow()
    expect(await increaseOf(metricOf('telegram', 'getMe', 'no_answer'), callUnreachable)).toBe(1)
    // A server answers with 429 over HTTP, so that the client of the Bot API gets a real flood limit.
    const limitingServer = createServer((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json' })
      response.end(
        '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":1}}',
      )
    }).listen(0, '127.0.0.1')
    await once(limitingServer, 'listening')
    const BOT_API_ROOT = `http://127.0.0.1:${(limitingServer.address() as AddressInfo).port}`
    const callLimited = () =>
      expect(telegramApi({ ...unreachableBot, BOT_API_ROOT }, 1).getMe()).rejects.toThrow('429')
    expect(await increaseOf(metricOf('telegram', 'getMe', '429'), callLimited)).toBe(1)
    limitingServer.close()
    const callProvider = (fetch: () => Promise<Response>) => () =>
      expect(operationState(api.ctx.robokassa, 7, { fetch })).rejects.toThrow()
    const unreadable = callProvider(async () => new Response('soon'))
    expect(await increaseOf(metricOf('robokassa', 'OpStateExt', 'ok'), unreadable)).toBe(1)
    const unreachableCall = callProvider(() => Promise.reject(new Error('away')))
    expect(await increaseOf(metricOf('robokassa', 'OpStateExt', 'no_answer'), unreachableCall)).toBe(1)
  })
})
