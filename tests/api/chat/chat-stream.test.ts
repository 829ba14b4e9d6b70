import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '#services/api/server.ts'
import { isPresent } from '#services/chat/presence.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { revokeSessions } from '#services/users/sessions/sessions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { caller } from '#tests/support/api/call.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { ask, type Heard, listenTo, ticketFor } from './chat-listener.ts'
import { openRoomWith, write } from './chat-scenes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/** A room of two verified people in which both have written. */
async function talk() {
  const [one, two] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(one, two)
  await write(one, id, 'Здравствуйте')
  const last = await write(two, id, 'Добрый день')
  return { one, two, id, last: last.id }
}

/** Number of devices on which the person has the room open. */
const looks = ({ id }: Person, room_id: number) => api.ctx.redis.zcard(`chat:looking:${room_id}:${id}`)

const texts = (heard: Heard[]) =>
  heard.flatMap(({ event, data }) => (event === 'message' ? data.content : []))

test('both sides hear messages, read marks and deletions at once, whichever server they are on', async () => {
  const { one, two, id } = await talk()
  const here = await listenTo(api.server, one, id)
  const there = await listenTo(await api.another(), two, id)
  await eventually(
    async () => (await isPresent(api.ctx, id, one.id)) && (await isPresent(api.ctx, id, two.id)),
  )
  const warm = await write(one, id, 'Первое\n\nс пустой строкой')
  await eventually(() => there.heard.length === 1)
  const started = performance.now()
  const message = await write(one, id, 'Второе')
  await eventually(() => there.heard.length === 2 && here.heard.length === 2)
  expect(performance.now() - started).toBeLessThan(1500)
  expect(there.heard).toEqual([
    { event: 'message', id: String(warm.id), data: warm },
    { event: 'message', id: String(message.id), data: message },
  ])
  await two.call('POST /chat/msg_read', { query: { msg_id: message.id } })
  await one.call('DELETE /chat/messages/:id', { params: { id: message.id } })
  const told = [
    { event: 'read', id: undefined, data: { room_id: id, user_id: two.id, last_read_id: message.id } },
    { event: 'deleted', id: undefined, data: { room_id: id, id: message.id } },
  ]
  await eventually(() => here.heard.length === 4 && there.heard.length === 3)
  expect(here.heard.slice(2).sort((a, b) => b.event.localeCompare(a.event))).toEqual(told)
  expect(there.heard.slice(2)).toEqual(told.slice(1))
})

test('who comes back hears what was missed, once and in order', async () => {
  const { one, two, id, last } = await talk()
  const first = await listenTo(api.server, two, id)
  const heardBefore = await write(one, id, 'До обрыва')
  await eventually(() => first.heard.length === 1)
  first.close()
  for (let n = 1; n <= 230; n++) await write(one, id, `Пропущено ${n}`)
  const again = await listenTo(api.server, two, id, { after: heardBefore.id })
  await eventually(() => again.heard.length >= 230)
  await write(one, id, 'После')
  await eventually(() => again.heard.length >= 231)
  const missed = Array.from({ length: 230 }, (_, n) => `Пропущено ${n + 1}`)
  expect(texts(again.heard)).toEqual([...missed, 'После'])
  const headers = { 'last-event-id': String(heardBefore.id) }
  const browser = await listenTo(api.server, two, id, { after: last, headers })
  await eventually(() => browser.heard.length >= 231)
  expect(texts(browser.heard)).toEqual([...missed, 'После'])
  const fresh = await listenTo(api.server, two, id)
  await write(one, id, 'Только новое')
  await eventually(() => texts(fresh.heard).length > 0)
  expect(texts(fresh.heard)).toEqual(['Только новое'])
})

test('messages written at once by both arrive all, in the order of their numbers', async () => {
  const { one, two, id } = await talk()
  const { heard } = await listenTo(api.server, one, id)
  await Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 ? one : two, id, String(n))))
  await eventually(() => heard.length >= 40)
  const ids = heard.map((event) => Number(event.id))
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  expect(new Set(texts(heard)).size).toBe(40)
})

test('a ticket opens one room for one person for a minute and nothing else', async () => {
  const { one, id } = await talk()
  const { id: other } = await openRoomWith(await freelancer(api), await freelancer(api))
  const token = await ticketFor(one, id)
  const statusOf = async (ticket: string) => (await ask(api.server, ticket)).answer.status
  expect([await statusOf(token), await statusOf(token)]).toEqual([200, 200])
  expect(await statusOf(one.token)).toBe(401)
  expect(await statusOf(`${token.slice(0, -3)}abc`)).toBe(401)
  expect(await statusOf('')).toBe(401)
  const asSession = caller(api.server, { authorization: `Bearer ${token}` })
  await expect(asSession('GET /chat/room_msgs/:id', { params: { id } })).rejects.toThrow('401')
  await expect(ticketFor(one, other)).rejects.toThrow('404')
  api.ahead(61_000)
  const late = await ask(api.server, token)
  expect(await late.answer.json()).toMatchObject({ statusCode: 401, code: 'session_expired' })
  api.ahead(-61_000)
})

test('a revoked session ends the stream before the next message', async () => {
  const { one, two, id } = await talk()
  const stream = await listenTo(api.server, two, id)
  const token = await ticketFor(two, id)
  await eventually(() => isPresent(api.ctx, id, two.id))
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, two.id, 'blocked', api.ctx.now()))
  await eventually(async () => (await ask(api.server, token)).answer.status === 401)
  await write(one, id, 'Уже не для вас')
  await stream.ended
  expect(stream.heard).toEqual([])
})

test('a person counts as looking at the room while the stream is open', async () => {
  const { one, id } = await talk()
  expect(await isPresent(api.ctx, id, one.id)).toBe(false)
  const stream = await listenTo(api.server, one, id)
  await eventually(() => isPresent(api.ctx, id, one.id))
  stream.close()
  await eventually(async () => !(await isPresent(api.ctx, id, one.id)))
})

test('of two devices one is closed, and the person still looks; with the other they are gone', async () => {
  const { one, id } = await talk()
  const phone = await listenTo(api.server, one, id)
  const desktop = await listenTo(await api.another(), one, id)
  await eventually(async () => (await looks(one, id)) === 2)
  phone.close()
  await eventually(async () => (await looks(one, id)) === 1)
  expect(await isPresent(api.ctx, id, one.id)).toBe(true)
  desktop.close()
  await eventually(async () => !(await isPresent(api.ctx, id, one.id)))
})

test('the ninth stream of a person closes the first', async () => {
  const { one, id } = await talk()
  const first = await listenTo(api.server, one, id)
  for (let n = 0; n < 8; n++) await listenTo(api.server, one, id)
  await first.ended
})

test('messages still come when Redis drops its listeners', async () => {
  const { one, two, id } = await talk()
  const { heard } = await listenTo(api.server, two, id)
  await write(one, id, 'Раз')
  await eventually(() => heard.length === 1)
  await api.ctx.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await write(one, id, 'Два')
  await eventually(() => heard.length === 2)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const started = performance.now()
  await write(one, id, 'Три')
  await eventually(() => heard.length === 3)
  expect(performance.now() - started).toBeLessThan(1500)
})

test('without Redis messages are written and heard within seconds, and nobody counts as present', async () => {
  const lonely = createContext({ ...api.ctx.config, REDIS_URL: 'redis://127.0.0.1:9' }, 'test', api.ctx.now)
  const { app } = await buildServer(lonely)
  afterAll(async () => {
    await app.close()
    await closeContext(lonely)
  })
  await app.ready()
  const world = { ...api, ctx: lonely, server: app }
  const moved = async (person: Person) => login(world, person.account)
  const { one, two, id } = await talk()
  const [writer, reader] = [await moved(one), await moved(two)]
  const { heard } = await listenTo(app, reader, id)
  await write(writer, id, 'Без посредника')
  await eventually(() => heard.length === 1)
  expect(texts(heard)).toEqual(['Без посредника'])
  expect(await isPresent(lonely, id, reader.id)).toBe(false)
})
