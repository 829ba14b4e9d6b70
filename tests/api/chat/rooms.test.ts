import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'
import {
  insertPublished,
  insertResponse,
  messagesOf,
  openRoomWith,
  roomOf,
  sendMessage,
} from './chat-scenes.ts'

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

/** Opens a chat room about a new order, as the author of the order. */
async function orderRoom(): Promise<{ project_id: number; id: number }> {
  const project_id = await insertPublished(api, author.id)
  await insertResponse(api, project_id, worker.id)
  const { id } = await openRoomWith(author, worker, { project_id })
  return { project_id, id }
}

test('two people write about an order, each sees the other, the last message and what is unread', async () => {
  const { id, project_id } = await orderRoom()
  const first = await sendMessage(author, id, 'Когда начнёте? https://example.com <b>')
  expect(first).toMatchObject({ sender_id: author.id, is_read: false, is_deleted: false })
  await sendMessage(author, id, 'И сколько дней займёт?')
  const roomOfWorker = await roomOf(worker, id)
  expect(roomOfWorker).toMatchObject({ kind: 'project', project_id, vacancy_id: null, unread_count: 2 })
  expect(roomOfWorker).toMatchObject({ listing: { id: project_id, kind: 'order', status: 'published' } })
  expect(roomOfWorker?.other).toMatchObject({ id: author.id, full_name: author.user.full_name })
  expect(roomOfWorker?.last_message?.content).toBe('И сколько дней займёт?')
  expect((await roomOf(author, id))?.unread_count).toBe(0)
  const messages = await messagesOf(worker, id)
  expect(messages.map(({ content }) => content)).toEqual([
    'Когда начнёте? https://example.com <b>',
    'И сколько дней займёт?',
  ])
})

test('strangers and moderators find no room of others, whatever they try', async () => {
  const { id } = await orderRoom()
  const { id: msg_id } = await sendMessage(author, id)
  const admin = await moderator(api)
  for (const outsider of [stranger, admin]) {
    expect(await codeOf(messagesOf(outsider, id))).toBe('not_found')
    expect(await codeOf(sendMessage(outsider, id))).toBe('not_found')
    expect(await codeOf(outsider.call('POST /chat/user_token', { body: { room_id: id } }))).toBe('not_found')
    expect(await codeOf(outsider.call('POST /chat/archive_room', { query: { room_id: id } }))).toBe(
      'not_found',
    )
    expect(await codeOf(outsider.call('POST /chat/msg_read', { query: { msg_id } }))).toBe('not_found')
    expect(await codeOf(outsider.call('DELETE /chat/messages/:id', { params: { id: msg_id } }))).toBe(
      'not_found',
    )
    expect(await roomOf(outsider, id)).toBeUndefined()
  }
  expect(await roomOf(worker, id)).toMatchObject({ unread_count: 1, is_archived: false })
})

test('nobody speaks, reads or looks on behalf of another', async () => {
  const { id } = await orderRoom()
  const forgedBody = { content: 'Я согласен', room_id: id, sender_id: worker.id }
  expect(await codeOf(author.call('POST /chat/send_msg', { body: forgedBody }))).toBe('not_owner')
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
  expect(await codeOf(sendMessage(author, id, '  \n '))).toBe('invalid_input')
  expect(await codeOf(sendMessage(author, id, 'я'.repeat(4001)))).toBe('invalid_input')
  expect((await sendMessage(author, id, '😀'.repeat(4000))).content).toBe('😀'.repeat(4000))
})

test('a long talk is read page by page from its end', async () => {
  const { id } = await orderRoom()
  await sendMessage(worker, id, '0')
  for (let n = 1; n <= 52; n++) await sendMessage(n % 2 ? author : worker, id, String(n))
  const newestMessages = await messagesOf(author, id, { limit: 50 })
  expect(newestMessages.map(({ content }) => Number(content))).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 3),
  )
  const olderMessages = await messagesOf(author, id, { before: newestMessages[0]?.id ?? 0 })
  expect(olderMessages.map(({ content }) => content)).toEqual(['0', '1', '2'])
  const pageOfOne = await messagesOf(author, id, { before: olderMessages[2]?.id ?? 0, limit: 1 })
  expect(pageOfOne.map(({ content }) => content)).toEqual(['1'])
})

test('the receiver marks a message and those before it as read; the sender cannot, and nothing goes back', async () => {
  const { id } = await orderRoom()
  const [first, second, third] = [
    await sendMessage(author, id),
    await sendMessage(author, id),
    await sendMessage(author, id),
  ]
  const markRead = (person: Person, msg_id: number) =>
    person.call('POST /chat/msg_read', { query: { msg_id } })
  expect(await codeOf(markRead(author, first.id))).toBe('not_owner')
  expect(await markRead(worker, second.id)).toMatchObject({
    ok: true,
    last_read_id: second.id,
    unread_count: 1,
  })
  expect((await messagesOf(author, id)).map(({ is_read }) => is_read)).toEqual([true, true, false])
  expect(await markRead(worker, first.id)).toMatchObject({ last_read_id: second.id, unread_count: 1 })
  expect(await markRead(worker, third.id)).toMatchObject({ unread_count: 0 })
  expect((await roomOf(worker, id))?.unread_count).toBe(0)
})

test('what waits is counted over all rooms that are not put away', async () => {
  const reader = await freelancer(api)
  const countUnread = async () => (await reader.call('GET /chat/unread')).unread_count
  expect(await countUnread()).toBe(0)
  const rooms = await Promise.all(
    [1, 2].map(async () => {
      const project_id = await insertPublished(api, author.id)
      await insertResponse(api, project_id, reader.id)
      return openRoomWith(author, reader, { project_id })
    }),
  )
  for (const { id } of rooms) await sendMessage(author, id)
  expect(await countUnread()).toBe(2)
  await reader.call('POST /chat/archive_room', { query: { room_id: rooms[0]?.id ?? 0 } })
  expect(await countUnread()).toBe(1)
})

test('an archived room is away for one side until something is written', async () => {
  const { id } = await orderRoom()
  await worker.call('POST /chat/archive_room', { query: { room_id: id } })
  expect([(await roomOf(worker, id))?.is_archived, (await roomOf(author, id))?.is_archived]).toEqual([
    true,
    false,
  ])
  await sendMessage(author, id)
  expect((await roomOf(worker, id))?.is_archived).toBe(false)
})

test('an own message can be taken back for five minutes, and is unread no more', async () => {
  const { id } = await orderRoom()
  const { id: message } = await sendMessage(author, id, 'Тайна')
  const { id: laterId } = await sendMessage(author, id, 'Останется')
  const deleteMessage = (person: Person, msg: number) =>
    person.call('DELETE /chat/messages/:id', { params: { id: msg } })
  expect(await codeOf(deleteMessage(worker, message))).toBe('not_owner')
  expect(await deleteMessage(author, message)).toMatchObject({ content: null, is_deleted: true })
  expect(await deleteMessage(author, message)).toMatchObject({ is_deleted: true })
  expect(await messagesOf(worker, id)).toMatchObject([{ content: null }, { content: 'Останется' }])
  expect((await roomOf(worker, id))?.unread_count).toBe(1)
  api.advanceClock(5 * 60_000 + 1)
  expect(await codeOf(deleteMessage(author, laterId))).toBe('deletion_over')
  api.advanceClock(-5 * 60_000 - 1)
})

test('what the other side can no longer read cannot be written', async () => {
  const { id, project_id } = await orderRoom()
  const { db } = api.ctx
  await db.updateTable('chat_rooms').set({ is_read_only: true }).where('id', '=', id).execute()
  expect(await codeOf(sendMessage(author, id))).toBe('room_read_only')
  expect(await roomOf(author, id)).toMatchObject({ is_read_only: true, project_id })
  const leavingPerson = await freelancer(api)
  const { id: otherRoomId } = await openRoomWith(stranger, leavingPerson)
  const deletedAccount = { status: 'deleted', telegram_id: null, username: null } as const
  await db.updateTable('users').set(deletedAccount).where('id', '=', leavingPerson.id).execute()
  expect(await codeOf(sendMessage(stranger, otherRoomId))).toBe('room_read_only')
})

test('before opening a room a client asks whether it is there, and learns nothing about others', async () => {
  const { id: _, project_id } = await orderRoom()
  const isRoomCreated = async (
    person: Person,
    user_id_1: number,
    user_id_2: number,
    entity_id: number,
    entity_type = 'project',
  ) => {
    const body = {
      user_id_1: user_id_1,
      user_id_2: user_id_2,
      entity_type: entity_type as 'project',
      entity_id,
    }
    return (await person.call('POST /api/app/check_invoice_exists', { body })).is_created
  }
  expect(await isRoomCreated(author, author.id, worker.id, project_id)).toBe(true)
  expect(await isRoomCreated(worker, author.id, worker.id, project_id, 'order')).toBe(true)
  expect(await isRoomCreated(author, author.id, stranger.id, project_id)).toBe(false)
  expect(await isRoomCreated(author, author.id, worker.id, project_id + 1)).toBe(false)
  expect(await isRoomCreated(stranger, author.id, worker.id, project_id)).toBe(false)
  const newcomer = await login(api)
  expect(await isRoomCreated(newcomer, author.id, worker.id, project_id, 'vacancy')).toBe(false)
})
