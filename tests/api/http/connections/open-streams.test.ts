import { once } from 'node:events'
import { get } from 'node:http'
import { sql } from 'kysely'
import { type MetricObjectWithValues, type MetricValueWithName, register } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { isPresent } from '#services/chat/presence.ts'
import { openStream, originOf, ticketFor } from '#tests/api/chat/chat-listener.ts'
import { openRoomWith, sendMessage } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { waitForLockWaits } from '#tests/support/orders/held-rows.ts'
import { freelancer } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

async function createRoom() {
  const [writer, partner] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(writer, partner)
  await sendMessage(writer, id, 'Здравствуйте')
  return { writer, partner, id }
}

/** Number of open streams in the metric of the process. */
async function countOpenStreams(): Promise<number> {
  const figure = await register.getSingleMetric('otklik_chat_streams')?.get()
  return figure?.values[0]?.value ?? 0
}

/** Number of finished streams in the metric of the process. */
async function countAnswered(): Promise<number> {
  const figure = (await register.getSingleMetric('otklik_call_seconds')?.get()) as MetricObjectWithValues<
    MetricValueWithName<string>
  >
  const streamCounts = figure.values.filter(
    ({ metricName, labels }) =>
      metricName === 'otklik_call_seconds_count' &&
      labels.call === 'GET /chat/stream' &&
      labels.status === '200',
  )
  return streamCounts.reduce((sum, { value }) => sum + value, 0)
}

const headersOf = ({ headers }: Response) => {
  const { date, ...otherHeaders } = Object.fromEntries(headers)
  return otherHeaders
}

test('an open stream has the headers that a browser needs of a stream, a refused one those of every answer', async () => {
  const { writer, id } = await createRoom()
  const { APP_ORIGIN } = api.ctx.config
  const token = await ticketFor(writer, id)
  const { answer } = await openStream(api.server, token, { headers: { origin: APP_ORIGIN } })
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
  const foreignOrigin = await openStream(api.server, token, {
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(headersOf(foreignOrigin.answer)).not.toHaveProperty('access-control-allow-origin')
  const withoutToken = await openStream(api.server, '')
  expect(headersOf(withoutToken.answer)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a server that leaves ends its streams as finished and says so once, and nobody counts as looking', async () => {
  const { writer, partner, id } = await createRoom()
  const server = await api.startAnother()
  const countBefore = await countOpenStreams()
  const streams = await Promise.all(
    [writer, partner].map(async (person) => openStream(server, await ticketFor(person, id))),
  )
  expect(await countOpenStreams()).toBe(countBefore + 2)
  await eventually(
    async () => (await isPresent(api.ctx, id, writer.id)) && (await isPresent(api.ctx, id, partner.id)),
  )
  const answeredBefore = await countAnswered()
  const endOfStreams = Promise.all(streams.map(({ answer }) => answer.text()))
  const startedAt = performance.now()
  await server.close()
  // If the server had cut the connection instead of ending the stream, this line would throw.
  await endOfStreams
  expect(performance.now() - startedAt).toBeLessThan(2000)
  expect(await countOpenStreams()).toBe(countBefore)
  expect(await countAnswered()).toBe(answeredBefore + 2)
  await eventually(
    async () => !(await isPresent(api.ctx, id, writer.id)) && !(await isPresent(api.ctx, id, partner.id)),
  )
})

test('whoever is gone before the stream begins leaves none behind', async () => {
  const { writer, partner, id } = await createRoom()
  const token = encodeURIComponent(await ticketFor(writer, id))
  const partnersToken = await ticketFor(partner, id)
  const countBefore = await countOpenStreams()
  const requestArrival = once(api.server.server, 'request')
  const { streamBehind } = await api.owner.transaction().execute(async (tx) => {
    await sql`lock chat_members`.execute(tx)
    const request = get(`${await originOf(api.server)}/chat/stream?token=${token}`).on('error', () => {})
    const [, response] = await requestArrival
    request.destroy()
    await once(response, 'close')
    const streamBehind = openStream(api.server, partnersToken)
    await waitForLockWaits(api.owner, 2)
    return { streamBehind }
  })
  // The stream that waited behind the first one opens, and is the only one.
  await streamBehind
  await eventually(() => isPresent(api.ctx, id, partner.id))
  expect(await countOpenStreams()).toBe(countBefore + 1)
  expect(await isPresent(api.ctx, id, writer.id)).toBe(false)
})
