import { once } from 'node:events'
import { get } from 'node:http'
import { sql } from 'kysely'
import { type MetricObjectWithValues, type MetricValueWithName, register } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { isPresent } from '#services/chat/presence.ts'
import { ask, originOf, ticketFor } from '#tests/api/chat/chat-listener.ts'
import { openRoomWith, write } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { freelancer } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

async function room() {
  const [one, two] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(one, two)
  await write(one, id, 'Здравствуйте')
  return { one, two, id }
}

/** Open streams according to the metric of the process. */
async function opened(): Promise<number> {
  const figure = await register.getSingleMetric('otklik_chat_streams')?.get()
  return figure?.values[0]?.value ?? 0
}

/** Finished streams according to the metric of the process. */
async function answered(): Promise<number> {
  const figure = (await register.getSingleMetric('otklik_call_seconds')?.get()) as MetricObjectWithValues<
    MetricValueWithName<string>
  >
  const counts = figure.values.filter(
    ({ metricName, labels }) =>
      metricName === 'otklik_call_seconds_count' &&
      labels.call === 'GET /chat/stream' &&
      labels.status === '200',
  )
  return counts.reduce((sum, { value }) => sum + value, 0)
}

const headersOf = ({ headers }: Response) => {
  const { date, ...rest } = Object.fromEntries(headers)
  return rest
}

test('an open stream has the headers that a browser needs of a stream, a refused one those of every answer', async () => {
  const { one, id } = await room()
  const { APP_ORIGIN } = api.ctx.config
  const token = await ticketFor(one, id)
  const { answer } = await ask(api.server, token, { headers: { origin: APP_ORIGIN } })
  expect(headersOf(answer)).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'transfer-encoding': 'chunked',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': APP_ORIGIN,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  })
  const stranger = await ask(api.server, token, { headers: { origin: 'https://elsewhere.example' } })
  expect(headersOf(stranger.answer)).not.toHaveProperty('access-control-allow-origin')
  const refused = await ask(api.server, '')
  expect(headersOf(refused.answer)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a server that leaves ends its streams as finished and says so once, and nobody counts as looking', async () => {
  const { one, two, id } = await room()
  const server = await api.another()
  const before = await opened()
  const streams = await Promise.all(
    [one, two].map(async (person) => ask(server, await ticketFor(person, id))),
  )
  expect(await opened()).toBe(before + 2)
  await eventually(
    async () => (await isPresent(api.ctx, id, one.id)) && (await isPresent(api.ctx, id, two.id)),
  )
  const told = await answered()
  const ended = Promise.all(streams.map(({ answer }) => answer.text()))
  const since = performance.now()
  await server.close()
  // A connection that was cut off instead of ended would raise an error here.
  await ended
  expect(performance.now() - since).toBeLessThan(2000)
  expect(await opened()).toBe(before)
  expect(await answered()).toBe(told + 2)
  await eventually(
    async () => !(await isPresent(api.ctx, id, one.id)) && !(await isPresent(api.ctx, id, two.id)),
  )
})

test('whoever is gone before the stream begins leaves none behind', async () => {
  const { one, id } = await room()
  const token = encodeURIComponent(await ticketFor(one, id))
  const before = await opened()
  const answered = once(api.server.server, 'request')
  await api.owner.transaction().execute(async (tx) => {
    await sql`lock chat_members`.execute(tx)
    const asked = get(`${await originOf(api.server)}/chat/stream?token=${token}`).on('error', () => {})
    const [, response] = await answered
    asked.destroy()
    await once(response, 'close')
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await opened()).toBe(before)
  expect(await isPresent(api.ctx, id, one.id)).toBe(false)
})
