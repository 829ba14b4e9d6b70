import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '#services/api/server.ts'
import { isPresent } from '#services/chat/presence.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { revokeSessions } from '#services/users/sessions/sessions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { listenTo, openStream, type StreamEvent, ticketFor } from './chat-listener.ts'
import { openRoomWith, sendMessage } from './chat-scenes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/** Opens a chat room of two verified people in which both have written. */
async function openTalk() {
  const [writer, partner] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(writer, partner)
  await sendMessage(writer, id, 'Здравствуйте')
  const lastMessage = await sendMessage(partner, id, 'Добрый день')
  return { writer, partner, id, lastMessage: lastMessage.id }
}

/** Number of devices on which the person has the chat room open. */
const countOpenDevices = ({ id }: Person, room_id: number) =>
  api.ctx.redis.zcard(`chat:looking:${room_id}:${id}`)

const texts = (events: StreamEvent[]) =>
  events.flatMap(({ event, data }) => (event === 'message' ? data.content : []))

test('both sides hear messages, read marks and deletions at once, whichever server they are on', async () => {
  const { writer, partner, id } = await openTalk()
  const writerStream = await listenTo(api.server, writer, id)
  const partnerStream = await listenTo(await api.startAnother(), partner, id)
  await eventually(
    async () => (await isPresent(api.ctx, id, writer.id)) && (await isPresent(api.ctx, id, partner.id)),
  )
  const warmUp = await sendMessage(writer, id, 'Первое\n\nс пустой строкой')
  await eventually(() => partnerStream.events.length === 1)
  const startedAt = performance.now()
  const message = await sendMessage(writer, id, 'Второе')
  await eventually(() => partnerStream.events.length === 2 && writerStream.events.length === 2)
  // Without the signal it would come when Postgres is polled, 25 seconds after the message before.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(partnerStream.events).toEqual([
    { event: 'message', id: String(warmUp.id), data: warmUp },
    { event: 'message', id: String(message.id), data: message },
  ])
  await partner.call('POST /chat/msg_read', { query: { msg_id: message.id } })
  await writer.call('DELETE /chat/messages/:id', { params: { id: message.id } })
  const expectedEvents = [
    { event: 'read', id: undefined, data: { room_id: id, user_id: partner.id, last_read_id: message.id } },
    { event: 'deleted', id: undefined, data: { room_id: id, id: message.id } },
  ]
  await eventually(() => writerStream.events.length === 4 && partnerStream.events.length === 3)
  expect(writerStream.events.slice(2).sort((a, b) => b.event.localeCompare(a.event))).toEqual(expectedEvents)
  expect(partnerStream.events.slice(2)).toEqual(expectedEvents.slice(1))
})

test('who comes back hears what was missed, once and in order', async () => {
  const { writer, partner, id, lastMessage } = await openTalk()
  const first = await listenTo(api.server, partner, id)
  const sentMessage = await sendMessage(writer, id, 'До обрыва')
  await eventually(() => first.events.length === 1)
  first.closeStream()
  for (let n = 1; n <= 230; n++) await sendMessage(writer, id, `Пропущено ${n}`)
  const reopenedStream = await listenTo(api.server, partner, id, { afterId: sentMessage.id })
  await eventually(() => reopenedStream.events.length >= 230)
  await sendMessage(writer, id, 'После')
  await eventually(() => reopenedStream.events.length >= 231)
  const missedTexts = Array.from({ length: 230 }, (_, n) => `Пропущено ${n + 1}`)
  expect(texts(reopenedStream.events)).toEqual([...missedTexts, 'После'])
  const headers = { 'last-event-id': String(sentMessage.id) }
  const browser = await listenTo(api.server, partner, id, { afterId: lastMessage, headers })
  await eventually(() => browser.events.length >= 231)
  expect(texts(browser.events)).toEqual([...missedTexts, 'После'])
  const newStream = await listenTo(api.server, partner, id)
  await sendMessage(writer, id, 'Только новое')
  await eventually(() => texts(newStream.events).length > 0)
  expect(texts(newStream.events)).toEqual(['Только новое'])
})

test('messages written at once by both arrive all, in the order of their numbers', async () => {
  const { writer, partner, id } = await openTalk()
  const { events } = await listenTo(api.server, writer, id)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => sendMessage(n % 2 ? writer : partner, id, String(n))),
  )
  await eventually(() => events.length >= 40)
  const ids = events.map((event) => Number(event.id))
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  expect(new Set(texts(events)).size).toBe(40)
})

test('a ticket opens one room for one person for a minute and nothing else', async () => {
  const { writer, id } = await openTalk()
  const { id: otherRoomId } = await openRoomWith(await freelancer(api), await freelancer(api))
  const token = await ticketFor(writer, id)
  const statusOf = async (ticket: string) => (await openStream(api.server, ticket)).answer.status
  expect([await statusOf(token), await statusOf(token)]).toEqual([200, 200])
  expect(await statusOf(writer.token)).toBe(401)
  expect(await statusOf(`${token.slice(0, -3)}abc`)).toBe(401)
  expect(await statusOf('')).toBe(401)
  const callWithToken = createCaller(api.server, { authorization: `Bearer ${token}` })
  await expect(callWithToken('GET /chat/room_msgs/:id', { params: { id } })).rejects.toThrow('401')
  await expect(ticketFor(writer, otherRoomId)).rejects.toThrow('404')
  api.advanceClock(61_000)
  const lateStream = await openStream(api.server, token)
  expect(await lateStream.answer.json()).toMatchObject({ statusCode: 401, code: 'session_expired' })
  api.advanceClock(-61_000)
})

test('a revoked session ends the stream before the next message', async () => {
  const { writer, partner, id } = await openTalk()
  const stream = await listenTo(api.server, partner, id)
  const token = await ticketFor(partner, id)
  await eventually(() => isPresent(api.ctx, id, partner.id))
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, partner.id, 'blocked', api.ctx.now()))
  await eventually(async () => (await openStream(api.server, token)).answer.status === 401)
  await sendMessage(writer, id, 'Уже не для вас')
  await stream.end
  expect(stream.events).toEqual([])
})

test('a person counts as looking at the room while the stream is open', async () => {
  const { writer, id } = await openTalk()
  expect(await isPresent(api.ctx, id, writer.id)).toBe(false)
  const stream = await listenTo(api.server, writer, id)
  await eventually(() => isPresent(api.ctx, id, writer.id))
  stream.closeStream()
  await eventually(async () => !(await isPresent(api.ctx, id, writer.id)))
})

test('of two devices one is closed, and the person still looks; with the other they are gone', async () => {
  const { writer, id } = await openTalk()
  const phone = await listenTo(api.server, writer, id)
  const desktop = await listenTo(await api.startAnother(), writer, id)
  await eventually(async () => (await countOpenDevices(writer, id)) === 2)
  phone.closeStream()
  await eventually(async () => (await countOpenDevices(writer, id)) === 1)
  expect(await isPresent(api.ctx, id, writer.id)).toBe(true)
  desktop.closeStream()
  await eventually(async () => !(await isPresent(api.ctx, id, writer.id)))
})

test('the ninth stream of a person closes the first', async () => {
  const { writer, id } = await openTalk()
  const first = await listenTo(api.server, writer, id)
  for (let n = 0; n < 8; n++) await listenTo(api.server, writer, id)
  await first.end
})

test('messages still come when Redis drops its listeners', async () => {
  const { writer, partner, id } = await openTalk()
  const { events } = await listenTo(api.server, partner, id)
  await sendMessage(writer, id, 'Раз')
  await eventually(() => events.length === 1)
  await api.ctx.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await sendMessage(writer, id, 'Два')
  await eventually(() => events.length === 2)
  const listening = () => api.ctx.redis.call('PUBSUB', 'NUMSUB', `${api.ctx.config.REDIS_PREFIX}:chat`)
  await eventually(async () => Number(((await listening()) as unknown[])[1]) > 0)
  const startedAt = performance.now()
  await sendMessage(writer, id, 'Три')
  await eventually(() => events.length === 3)
  expect(performance.now() - startedAt).toBeLessThan(2500)
})

test('without Redis messages are written and events within seconds, and nobody counts as present', async () => {
  const contextWithoutRedis = createContext(
    { ...api.ctx.config, REDIS_URL: 'redis://127.0.0.1:9' },
    'test',
    api.ctx.now,
  )
  const { app } = await buildServer(contextWithoutRedis)
  afterAll(async () => {
    await app.close()
    await closeContext(contextWithoutRedis)
  })
  await app.ready()
  const world = { ...api, ctx: contextWithoutRedis, server: app }
  const logInToIsolated = async (person: Person) => login(world, person.account)
  const { writer: first, partner: second, id } = await openTalk()
  const [writer, reader] = [await logInToIsolated(first), await logInToIsolated(second)]
  const { events } = await listenTo(app, reader, id)
  await sendMessage(writer, id, 'Без посредника')
  await eventually(() => events.length === 1)
  expect(texts(events)).toEqual(['Без посредника'])
  expect(await isPresent(contextWithoutRedis, id, reader.id)).toBe(false)
})
