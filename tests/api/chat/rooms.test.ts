import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'
import { messagesOf, openRoomWith, published, responded, roomOf, write } from './chat-scenes.ts'

let api: Api
let author: Person
let worker: Person
let stranger: Person

beforeAll(async () => {
  api = await openApi()
  author = await client(api)
  worker = await freelancer(api)
  stranger = await freelancer(api)
})

/** A room about a new order, opened by the author. */
async function orderRoom(): Promise<{ project_id: number; id: number }> {
  const project_id = await published(api, author.id)
  await responded(api, project_id, worker.id)
  const { id } = await openRoomWith(author, worker, { project_id })
  return { project_id, id }
}

test('two people write about an order, each sees the other, the last message and what is unread', async () => {
  const { id, project_id } = await orderRoom()
  const first = await write(author, id, 'Когда начнёте? https://example.com <b>')
  expect(first).toMatchObject({ sender_id: author.id, is_read: false, is_deleted: false })
  await write(author, id, 'И сколько дней займёт?')
  const seen = await roomOf(worker, id)
  expect(seen).toMatchObject({ kind: 'project', project_id, vacancy_id: null, unread_count: 2 })
  expect(seen).toMatchObject({ listing: { id: project_id, kind: 'order', status: 'published' } })
  expect(seen?.other).toMatchObject({ id: author.id, full_name: author.user.full_name })
  expect(seen?.last_message?.content).toBe('И сколько дней займёт?')
  expect((await roomOf(author, id))?.unread_count).toBe(0)
  const found = await messagesOf(worker, id)
  expect(found.map(({ content }) => content)).toEqual([
    'Когда начнёте? https://example.com <b>',
    'И сколько дней займёт?',
  ])
})

test('strangers and moderators find no room of others, whatever they try', async () => {
  const { id } = await orderRoom()
  const { id: msg_id } = await write(author, id)
  const admin = await moderator(api)
  for (const one of [stranger, admin]) {
    expect(await codeOf(messagesOf(one, id))).toBe('not_found')
    expect(await codeOf(write(one, id))).toBe('not_found')
    expect(await codeOf(one.call('POST /chat/user_token', { body: { room_id: id } }))).toBe('not_found')
    expect(await codeOf(one.call('POST /chat/archive_room', { query: { room_id: id } }))).toBe('not_found')
    expect(await codeOf(one.call('POST /chat/msg_read', { query: { msg_id } }))).toBe('not_found')
    expect(await codeOf(one.call('DELETE /chat/messages/:id', { params: { id: msg_id } }))).toBe('not_found')
    expect(await roomOf(one, id)).toBeUndefined()
  }
  expect(await roomOf(worker, id)).toMatchObject({ unread_count: 1, is_archived: false })
})

test('nobody speaks, reads or looks on behalf of another', async () => {
  const { id } = await orderRoom()
  const forged = { content: 'Я согласен', room_id: id, sender_id: worker.id }
  expect(await codeOf(author.call('POST /chat/send_msg', { body: forged }))).toBe('not_owner')
  const ticket = { room_id: id, user_id: worker.id }
  expect(await codeOf(author.call('POST /chat/user_token', { body: ticket }))).toBe('not_owner')
  const rooms = author.call('GET /chat/user_rooms/:id', { params: { id: worker.id } })
  expect(await codeOf(rooms)).toBe('not_owner')
  const pair = { user1_id: worker.id, user2_id: stranger.id, other_chat: true }
  expect(await codeOf(author.call('POST /chat/create_room', { body: pair }))).toBe('not_owner')
  expect(await messagesOf(author, id)).toEqual([])
})

test('messages have one to four thousand characters', async () => {
  const { id } = await orderRoom()
  expect(await codeOf(write(author, id, '  \n '))).toBe('invalid_input')
  expect(await codeOf(write(author, id, 'я'.repeat(4001)))).toBe('invalid_input')
  expect((await write(author, id, '😀'.repeat(4000))).content).toBe('😀'.repeat(4000))
})

test('a long talk is read page by page from its end', async () => {
  const { id } = await orderRoom()
  await write(worker, id, '0')
  for (let n = 1; n <= 52; n++) await write(n % 2 ? author : worker, id, String(n))
  const last = await messagesOf(author, id, { limit: 50 })
  expect(last.map(({ content }) => Number(content))).toEqual(Array.from({ length: 50 }, (_, n) => n + 3))
  const rest = await messagesOf(author, id, { before: last[0]?.id ?? 0 })
  expect(rest.map(({ content }) => content)).toEqual(['0', '1', '2'])
  const two = await messagesOf(author, id, { before: rest[2]?.id ?? 0, limit: 1 })
  expect(two.map(({ content }) => content)).toEqual(['1'])
})

test('the receiver marks a message and those before it as read; the sender cannot, and nothing goes back', async () => {
  const { id } = await orderRoom()
  const [one, two, three] = [await write(author, id), await write(author, id), await write(author, id)]
  const read = (person: Person, msg_id: number) => person.call('POST /chat/msg_read', { query: { msg_id } })
  expect(await codeOf(read(author, one.id))).toBe('not_owner')
  expect(await read(worker, two.id)).toMatchObject({ ok: true, last_read_id: two.id, unread_count: 1 })
  expect((await messagesOf(author, id)).map(({ is_read }) => is_read)).toEqual([true, true, false])
  expect(await read(worker, one.id)).toMatchObject({ last_read_id: two.id, unread_count: 1 })
  expect(await read(worker, three.id)).toMatchObject({ unread_count: 0 })
  expect((await roomOf(worker, id))?.unread_count).toBe(0)
})

test('what waits is counted over all rooms that are not put away', async () => {
  const reader = await freelancer(api)
  const waiting = async () => (await reader.call('GET /chat/unread')).unread_count
  expect(await waiting()).toBe(0)
  const rooms = await Promise.all(
    [1, 2].map(async () => {
      const project_id = await published(api, author.id)
      await responded(api, project_id, reader.id)
      return openRoomWith(author, reader, { project_id })
    }),
  )
  for (const { id } of rooms) await write(author, id)
  expect(await waiting()).toBe(2)
  await reader.call('POST /chat/archive_room', { query: { room_id: rooms[0]?.id ?? 0 } })
  expect(await waiting()).toBe(1)
})

test('an archived room is away for one side until something is written', async () => {
  const { id } = await orderRoom()
  await worker.call('POST /chat/archive_room', { query: { room_id: id } })
  expect([(await roomOf(worker, id))?.is_archived, (await roomOf(author, id))?.is_archived]).toEqual([
    true,
    false,
  ])
  await write(author, id)
  expect((await roomOf(worker, id))?.is_archived).toBe(false)
})

test('an own message can be taken back for five minutes, and is unread no more', async () => {
  const { id } = await orderRoom()
  const { id: message } = await write(author, id, 'Тайна')
  const { id: late } = await write(author, id, 'Останется')
  const remove = (person: Person, msg: number) =>
    person.call('DELETE /chat/messages/:id', { params: { id: msg } })
  expect(await codeOf(remove(worker, message))).toBe('not_owner')
  expect(await remove(author, message)).toMatchObject({ content: null, is_deleted: true })
  expect(await remove(author, message)).toMatchObject({ is_deleted: true })
  expect(await messagesOf(worker, id)).toMatchObject([{ content: null }, { content: 'Останется' }])
  expect((await roomOf(worker, id))?.unread_count).toBe(1)
  api.ahead(5 * 60_000 + 1)
  expect(await codeOf(remove(author, late))).toBe('deletion_over')
  api.ahead(-5 * 60_000 - 1)
})

test('what the other side can no longer read cannot be written', async () => {
  const { id, project_id } = await orderRoom()
  const { db } = api.ctx
  await db.updateTable('chat_rooms').set({ is_read_only: true }).where('id', '=', id).execute()
  expect(await codeOf(write(author, id))).toBe('room_read_only')
  expect(await roomOf(author, id)).toMatchObject({ is_read_only: true, project_id })
  const leaving = await freelancer(api)
  const { id: other } = await openRoomWith(stranger, leaving)
  const gone = { status: 'deleted', telegram_id: null, username: null } as const
  await db.updateTable('users').set(gone).where('id', '=', leaving.id).execute()
  expect(await codeOf(write(stranger, other))).toBe('room_read_only')
})

test('before opening a room a client asks whether it is there, and learns nothing about others', async () => {
  const { id: _, project_id } = await orderRoom()
  const ask = async (
    person: Person,
    one: number,
    two: number,
    entity_id: number,
    entity_type = 'project',
  ) => {
    const body = { user_id_1: one, user_id_2: two, entity_type: entity_type as 'project', entity_id }
    return (await person.call('POST /api/app/check_invoice_exists', { body })).is_created
  }
  expect(await ask(author, author.id, worker.id, project_id)).toBe(true)
  expect(await ask(worker, author.id, worker.id, project_id, 'order')).toBe(true)
  expect(await ask(author, author.id, stranger.id, project_id)).toBe(false)
  expect(await ask(author, author.id, worker.id, project_id + 1)).toBe(false)
  expect(await ask(stranger, author.id, worker.id, project_id)).toBe(false)
  const newcomer = await login(api)
  expect(await ask(newcomer, author.id, worker.id, project_id, 'vacancy')).toBe(false)
})
