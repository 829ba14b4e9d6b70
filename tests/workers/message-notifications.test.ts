import { beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import { notePresence } from '#services/chat/presence.ts'
import { openRoom } from '#services/chat/rooms.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { messageNotifications } from '#workers/events/message-notifications.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { contextWith, insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const minute = 60_000
let setup: WorkerSetup
/** Milliseconds that tests add to the worker's clock. */
let offset = 0

beforeAll(async () => {
  setup = await setUpWorkers()
  setup.ctx.now = () => new Date(Date.now() + offset)
})

const insertUser = () => insertPerson(setup, { in_telegram: false })

/** A chat about an order, with one person who writes and one who is notified. */
async function createRoom(columns: Record<string, unknown> = {}) {
  const { ctx } = setup
  const [writer, reader] = [await insertUser(), await insertUser()]
  if (Object.keys(columns).length > 0)
    await ctx.db.updateTable('users').set(columns).where('id', '=', reader.id).execute()
  const listing_id = await insertOrder(setup, writer.id, { title: 'Сайт <b>кофейни</b>' })
  const roomColumns = { user1_id: writer.id, user2_id: reader.id, opened_by: writer.id }
  const id = await ctx.db
    .transaction()
    .execute((tx) => openRoom(ctx, tx, { kind: 'project', listing_id, ...roomColumns }))
  return { id, writer, reader }
}
type Room = Awaited<ReturnType<typeof createRoom>>

async function insertMessage({ id, writer }: Room, content = 'Здравствуйте!'): Promise<number> {
  const { ctx } = setup
  const created_at = ctx.now().toISOString()
  const message = await ctx.db
    .insertInto('chat_messages')
    .values({ room_id: id, sender_id: writer.id, content, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.transaction().execute((tx) => record(ctx, tx, 'message.sent', { message_id: message.id }))
  return message.id
}

/** Runs the worker on every message that was written. Each task is run twice. */
async function runWorker(world: Context = setup.ctx): Promise<void> {
  const tasks = await claimTasks(setup.ctx.db, {
    limit: 50,
    now: setup.ctx.now().toISOString(),
    waits: [3_600_000_000],
  })
  for (const task of [...tasks, ...tasks]) await messageNotifications.handle(world, task)
}

async function readNotified({ reader }: Room): Promise<unknown[]> {
  const rows = await setup.ctx.db
    .selectFrom('deliveries')
    .select(['payload', 'lane'])
    .where('kind', '=', 'new_message')
    .where('user_id', '=', reader.id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ payload }) => payload.message_id)
}

const readUpTo = ({ id, reader }: Room, last_read_id: number) =>
  setup.ctx.db
    .updateTable('chat_members')
    .set({ last_read_id })
    .where('room_id', '=', id)
    .where('user_id', '=', reader.id)
    .execute()

test('the first unread message is told at once, the rest at most every five minutes', async () => {
  const openedRoom = await createRoom()
  const first = await insertMessage(openedRoom)
  const second = await insertMessage(openedRoom)
  await runWorker()
  expect(await readNotified(openedRoom)).toEqual([first])
  offset += 4 * minute
  await insertMessage(openedRoom)
  await runWorker()
  expect(await readNotified(openedRoom)).toEqual([first])
  offset += 2 * minute
  const laterMessage = await insertMessage(openedRoom)
  await runWorker()
  expect(await readNotified(openedRoom)).toEqual([first, laterMessage])
  await readUpTo(openedRoom, laterMessage)
  offset += minute
  const nextMessage = await insertMessage(openedRoom)
  await runWorker()
  expect(await readNotified(openedRoom)).toEqual([first, laterMessage, nextMessage])
  expect(second).toBeGreaterThan(first)
})

test('messages handled in the wrong order make one push', async () => {
  const openedRoom = await createRoom()
  const messages = [await insertMessage(openedRoom), await insertMessage(openedRoom)]
  const tasks = await claimTasks(setup.ctx.db, {
    limit: 10,
    now: setup.ctx.now().toISOString(),
    waits: [3_600_000_000],
  })
  const newestFirst = tasks.sort((a, b) => Number(b.payload.message_id) - Number(a.payload.message_id))
  for (const task of newestFirst) await messageNotifications.handle(setup.ctx, task)
  expect(await readNotified(openedRoom)).toEqual([messages[1]])
})

test('nothing is told of messages that were read or taken back, nor to people who do not want it', async () => {
  const readRoom = await createRoom()
  await readUpTo(readRoom, await insertMessage(readRoom))
  const deletedRoom = await createRoom()
  const message = await insertMessage(deletedRoom)
  const deletedColumns = { content: null, deleted_at: setup.ctx.now().toISOString() }
  await setup.ctx.db.updateTable('chat_messages').set(deletedColumns).where('id', '=', message).execute()
  const content = await createRoom({ is_notify_new_messages: false })
  await insertMessage(content)
  const mutedRoom = await createRoom({ muted_kinds: ['new_message'] })
  await insertMessage(mutedRoom)
  await runWorker()
  for (const silentRoom of [readRoom, deletedRoom, content, mutedRoom])
    expect(await readNotified(silentRoom)).toEqual([])
})

const setLooking = (openedRoom: Room, stream_id: string, isOpen = true) =>
  notePresence(setup.ctx, { room_id: openedRoom.id, user_id: openedRoom.reader.id, stream_id }, isOpen)

/**
 * Returns the delay of a message's notification in seconds, and a function that composes the notification's text. The
 * function returns null if the notification is obsolete.
 */
async function readNotification(message_id: number) {
  const { ctx } = setup
  await runWorker()
  const row = await ctx.db
    .selectFrom('deliveries')
    .select(['next_at', 'created_at'])
    .where('dedupe_key', '=', `new_message:${message_id}`)
    .executeTakeFirst()
  const delaySeconds = row && Math.round((Date.parse(row.next_at) - Date.parse(row.created_at)) / 1000)
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  return { delaySeconds, says: () => everyMessage.new_message.compose(ctx, { message_id }, reader) }
}

test('in a room that is open on a screen the push waits for a minute, and is dropped when it is read', async () => {
  const readRoom = await createRoom()
  await setLooking(readRoom, 'phone')
  const seenMessage = await insertMessage(readRoom)
  const droppedPush = await readNotification(seenMessage)
  expect(droppedPush.delaySeconds).toBe(60)
  await readUpTo(readRoom, seenMessage)
  expect(await droppedPush.says()).toBeNull()

  // The app was killed without the server noticing, so the app's event stream still counts as open.
  const killedRoom = await createRoom()
  await setLooking(killedRoom, 'phone')
  const unreadPush = await readNotification(await insertMessage(killedRoom))
  expect(unreadPush.delaySeconds).toBe(60)
  expect(await unreadPush.says()).not.toBeNull()
})

test('on two devices the room is open until both are put aside; without Redis nobody is known to look', async () => {
  const openedRoom = await createRoom()
  await setLooking(openedRoom, 'phone')
  await setLooking(openedRoom, 'desktop')
  await setLooking(openedRoom, 'phone', false)
  expect((await readNotification(await insertMessage(openedRoom))).delaySeconds).toBe(60)
  const leftRoom = await createRoom()
  await setLooking(leftRoom, 'phone')
  await setLooking(leftRoom, 'desktop')
  await setLooking(leftRoom, 'desktop', false)
  await setLooking(leftRoom, 'phone', false)
  expect((await readNotification(await insertMessage(leftRoom))).delaySeconds).toBe(0)

  // An event stream without heartbeats expires, even if another stream of the same person is alive.
  const silentRoom = await createRoom()
  await setLooking(silentRoom, 'phone')
  offset += minute + 1000
  expect((await readNotification(await insertMessage(silentRoom))).delaySeconds).toBe(0)

  const lonelyRoom = await createRoom()
  await setLooking(lonelyRoom, 'phone')
  const message = await insertMessage(lonelyRoom)
  const contextWithoutRedis = contextWith(setup.ctx, { REDIS_URL: 'redis://127.0.0.1:9' })
  await runWorker({ ...contextWithoutRedis, now: setup.ctx.now })
  expect((await readNotification(message)).delaySeconds).toBe(0)
})

test('the push says who writes, about what and the beginning, and opens the room', async () => {
  const { ctx } = setup
  const openedRoom = await createRoom({ full_name: 'Анна' })
  await ctx.db
    .updateTable('users')
    .set({ full_name: 'Пётр <3' })
    .where('id', '=', openedRoom.writer.id)
    .execute()
  const message_id = await insertMessage(openedRoom, `Готово & <b>${'о'.repeat(300)}`)
  const composeIn = (language: 'ru' | 'en') =>
    everyMessage.new_message.compose(ctx, { message_id }, { chat_id: 1, language, is_private: true })
  const shortenedText = `Готово &amp; &lt;b&gt;${'о'.repeat(187)}…`
  expect(await composeIn('ru')).toEqual({
    text: `Новое сообщение по «Сайт &lt;b&gt;кофейни&lt;/b&gt;»: <b>Пётр &lt;3</b>\n\n${shortenedText}`,
    keyboard: [[{ text: 'Открыть чат', web_app: { url: `${ctx.config.APP_ORIGIN}/chat/${openedRoom.id}` } }]],
  })
  expect(await composeIn('en')).toMatchObject({
    text: `New message about “Сайт &lt;b&gt;кофейни&lt;/b&gt;”: <b>Пётр &lt;3</b>\n\n${shortenedText}`,
    keyboard: [[{ text: 'Open the chat' }]],
  })
  const otherRoomColumns = { kind: 'other', listing_id: null } as const
  await ctx.db.updateTable('chat_rooms').set(otherRoomColumns).where('id', '=', openedRoom.id).execute()
  expect((await composeIn('ru'))?.text).toMatch(/^Новое сообщение: <b>Пётр &lt;3<\/b>\n\n/)
  await readUpTo(openedRoom, message_id)
  expect(await composeIn('ru')).toBeNull()
})
