import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { currentChat, findStaffChats } from '#services/notifications/staff-chats.ts'
import { raiseAlarms } from '#services/operations/alarms/alarms.ts'
import { markReachable } from '#services/operations/staff-chats/actions.ts'
import { submittedOrder } from '#tests/bot/telegram.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/**
 * Tests staff groups that Telegram migrates, or that refuse messages. Waiting messages are not lost and arrive once.
 */

type Message = { message_id: number; text?: string; from: { is_bot: boolean }; chat: { id: number } }

let setup: WorkerSetup
let admin: Awaited<ReturnType<typeof insertPerson>>
let sender: ReturnType<typeof startTelegramDelivery> | undefined

const ids = () => setup.ctx.config
const cardOf = (listing_id: number) => new RegExp(`^Заказ ${listing_id}\\b`)

beforeAll(async () => {
  setup = await setUpWorkers()
  await setup.telegram.post('/limits', { enabled: false })
  setup.ctx.config.TELEGRAM_RATE_SCALE = 100
})

beforeEach(async () => {
  const { ctx, owner, telegram } = setup
  await telegram.post('/reset')
  await telegram.post('/limits', { enabled: false })
  await owner.deleteFrom('deliveries').execute()
  await owner.deleteFrom('staff_chats').execute()
  await ctx.db.updateTable('users').set({ role: 'user' }).where('role', '<>', 'user').execute()
  admin = await insertPerson(setup)
  await ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
  await telegram.patch(`/chats/${ids().MODERATORS_CHAT_ID}`, { type: 'group' })
})

afterEach(async () => {
  await sender?.stop()
  sender = undefined
})

const startSender = () => {
  sender = startTelegramDelivery(setup.ctx, everyMessage)
}
const readMessages = async (chat_id: number) =>
  (await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)).filter(({ from }) => from.is_bot)
const cards = async (chat_id: number, listing_id: number) =>
  (await readMessages(chat_id)).filter(({ text = '' }) => cardOf(listing_id).test(text))
const waitForMessage = (chat_id: number, fragment: string) =>
  eventually(async () => (await readMessages(chat_id)).find(({ text }) => text?.includes(fragment)))
const migrateChat = (chat_id: number, options: object = { is_told: false }) =>
  setup.telegram.post<{ id: number }>(`/chats/${chat_id}/migrate`, options)
const setBotStatus = (chat_id: number, status: string) =>
  setup.telegram.post(`/chats/${chat_id}/bot`, { status })

/** Submits orders and queues their review cards. */
async function submit(count: number): Promise<number[]> {
  const listing_ids: number[] = []
  for (let index = 0; index < count; index++) {
    const { listing_id, task_id } = await submittedOrder(setup)
    await queueCard(setup.ctx, task_id, 'new')
    listing_ids.push(listing_id)
  }
  return listing_ids
}

async function queueCard(ctx: Context, task_id: number, reason: string): Promise<void> {
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${task_id}:${reason}`,
    }),
  )
}

const waitUntilSent = () =>
  eventually(async () => {
    const waitingRows = await setup.ctx.db
      .selectFrom('deliveries')
      .select('id')
      .where('state', 'in', ['pending', 'sending'])
      .execute()
    return waitingRows.length === 0
  })

test('fifty cards that wait while a group becomes a supergroup arrive there, each once', async () => {
  const oldGroupId = ids().MODERATORS_CHAT_ID
  const [shownListing = 0] = await submit(1)
  startSender()
  await eventually(async () => (await cards(oldGroupId, shownListing)).length === 1)
  const waitingRows = await submit(25)
  const { id: to } = await migrateChat(oldGroupId)
  waitingRows.push(...(await submit(25)))
  await waitUntilSent()
  // The card in the old group can no longer be pressed, so it was sent to the new group as well.
  for (const listing_id of [shownListing, ...waitingRows])
    expect([(await cards(to, listing_id)).length, listing_id]).toEqual([1, listing_id])
  expect(await findStaffChats(setup.ctx.db, ids())).toEqual({ moderators: to, operators: ids().OPS_CHAT_ID })
  const notices = (await readMessages(ids().OPS_CHAT_ID)).filter(({ text }) => text?.includes('новый номер'))
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining(`MODERATORS_CHAT_ID=${to}`)])
}, 180_000)

test('two moves in a row are followed, and a card that changes is edited where it is now', async () => {
  const first = ids().MODERATORS_CHAT_ID
  const [earlyListing = 0] = await submit(1)
  const { id: second } = await migrateChat(first)
  startSender()
  await eventually(async () => (await cards(second, earlyListing)).length === 1)
  await sender?.stop()
  await setup.telegram.patch(`/chats/${second}`, { type: 'group' })
  const { id: thirdGroupId } = await migrateChat(second)
  const [lateListing = 0] = await submit(1)
  startSender()
  await waitUntilSent()
  expect((await findStaffChats(setup.ctx.db, ids())).moderators).toBe(thirdGroupId)
  expect([
    (await cards(thirdGroupId, earlyListing)).length,
    (await cards(thirdGroupId, lateListing)).length,
  ]).toEqual([1, 1])
  const task = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select(['id', 'chat_id'])
    .where('listing_id', '=', lateListing)
    .executeTakeFirstOrThrow()
  expect(task.chat_id).toBe(thirdGroupId)
  await setup.ctx.db.updateTable('listings').set({ title: 'Другое' }).where('id', '=', lateListing).execute()
  await queueCard(setup.ctx, task.id, 'changed')
  await waitForMessage(thirdGroupId, 'Другое')
  expect(await cards(thirdGroupId, lateListing)).toHaveLength(1)
})

test('a group that moved without the bot waits for it, and the administrators are told in private once', async () => {
  const oldGroupId = ids().MODERATORS_CHAT_ID
  const { id: to } = await migrateChat(oldGroupId, { is_member: false, is_told: false })
  const waitingRows = await submit(3)
  startSender()
  await waitForMessage(admin.telegram_id, 'Бота нет в группе модераторов')
  await waitForMessage(ids().OPS_CHAT_ID, 'Бота нет в группе модераторов')
  await setBotStatus(to, 'member')
  await markReachable(setup.ctx, to)
  await waitUntilSent()
  for (const listing_id of waitingRows) expect(await cards(to, listing_id)).toHaveLength(1)
  await waitForMessage(admin.telegram_id, 'снова пишет в группу модераторов')
  const adminMessages = await readMessages(admin.telegram_id)
  expect(adminMessages.filter(({ text }) => text?.includes('Бота нет'))).toHaveLength(1)
})

test('a move without the new id keeps what waits, and asks for the setting', async () => {
  const oldGroupId = ids().MODERATORS_CHAT_ID
  const description = 'Bad Request: group chat was upgraded to a supergroup chat'
  await setup.telegram.post('/faults', {
    method: 'sendMessage',
    match: `"chat_id":${oldGroupId}`,
    error_code: 400,
    description,
    times: 0,
  })
  const [listing_id = 0] = await submit(1)
  startSender()
  await waitForMessage(admin.telegram_id, 'Впишите новый номер в MODERATORS_CHAT_ID')
  const card = setup.ctx.db.selectFrom('deliveries').select(['state', 'attempts'])
  expect(await card.where('kind', '=', 'moderation_card').execute()).toEqual([
    { state: 'pending', attempts: 0 },
  ])
  await setup.telegram.delete('/faults')
  await markReachable(setup.ctx, oldGroupId)
  await eventually(async () => (await cards(oldGroupId, listing_id)).length === 1)
})

test.each([
  ['kicked', 'Бота нет в группе модераторов'],
  ['left', 'Бота нет в группе модераторов'],
  ['restricted', 'нельзя писать в группу модераторов'],
])(
  'a bot that is %s loses no card, asks once in a while and not once per card',
  async (status, warningText) => {
    const chat_id = ids().MODERATORS_CHAT_ID
    await setBotStatus(chat_id, status)
    const waitingRows = await submit(5)
    startSender()
    await waitForMessage(admin.telegram_id, warningText)
    const calls = await setup.telegram.get<object[]>(`/calls?method=sendMessage&chat_id=${chat_id}`)
    expect(calls).toHaveLength(1)
    await setBotStatus(chat_id, 'member')
    // A new message is accepted by the group, which releases the messages that wait for the group.
    waitingRows.push(...(await submit(1)))
    await waitUntilSent()
    for (const listing_id of waitingRows) expect(await cards(chat_id, listing_id)).toHaveLength(1)
  },
)

test('a closed common topic is told of as a missing right; one who is no administrator hears nothing', async () => {
  const { MODERATORS_CHAT_ID: chat_id } = ids()
  const moderator = await insertPerson(setup)
  await setup.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.id).execute()
  await setup.telegram.patch(`/chats/${chat_id}`, {
    type: 'supergroup',
    is_forum: true,
    is_general_closed: true,
  })
  await submit(1)
  startSender()
  await waitForMessage(admin.telegram_id, 'нельзя писать в группу модераторов')
  expect(await readMessages(moderator.telegram_id)).toEqual([])
})

test('of an alarm that lasts while the operators’ group takes nothing one call waits', async () => {
  const { ctx } = setup
  const now = ctx.now().toISOString()
  const { id: event_id } = await ctx.db
    .insertInto('events')
    .values({ topic: 'client.failed', payload: '{}', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const task = { event_id, consumer: 'client-errors', due_at: now, next_at: now, dead_at: now }
  await ctx.db.insertInto('event_tasks').values(task).execute()
  await setBotStatus(ids().OPS_CHAT_ID, 'kicked')
  startSender()
  for (const hour of [0, 1, 2]) {
    const laterTime = new Date(Date.now() + hour * 3_600_000)
    await raiseAlarms({ ...ctx, now: () => laterTime })
    if (hour === 0) await waitForMessage(admin.telegram_id, 'Бота нет в группе операторов')
  }
  const calls = ctx.db.selectFrom('deliveries').select('state').where('kind', '=', 'operations_alarm')
  const deadTaskAlarms = calls.where(sql<boolean>`payload ->> 'alarm' = 'dead_tasks'`)
  expect(await deadTaskAlarms.execute()).toEqual([{ state: 'pending' }])
})

test('a refusal for the sake of the message itself stays a refusal, and so does a group of nobody', async () => {
  const chat_id = ids().MODERATORS_CHAT_ID
  await setup.telegram.post('/faults', {
    method: 'sendMessage',
    match: `"chat_id":${chat_id}`,
    error_code: 400,
    description: 'Bad Request: message is too long',
  })
  await submit(1)
  const foreignGroupId = -100_200_300
  await setup.ctx.db.transaction().execute((tx) =>
    queueDelivery(setup.ctx, tx, {
      to: { chat_id: foreignGroupId },
      kind: 'restore_drill',
      payload: { seconds: 1, lost_seconds: 1, listings: 1, payments: 1, is_sound: true },
      dedupe_key: 'stranger',
    }),
  )
  startSender()
  await waitUntilSent()
  const states = await setup.ctx.db.selectFrom('deliveries').select(['state', 'chat_id']).execute()
  expect(states.map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await readMessages(admin.telegram_id)).toEqual([])
})

test('cards that an earlier release gave up when the group moved come into the new one', async () => {
  const oldGroupId = ids().MODERATORS_CHAT_ID
  const [lostListing = 0] = await submit(1)
  await setup.ctx.db
    .updateTable('deliveries')
    .set({ state: 'failed', error: '400 Bad Request: group chat was upgraded to a supergroup chat' })
    .execute()
  const { id: to } = await migrateChat(oldGroupId)
  const [nextListing = 0] = await submit(1)
  startSender()
  await eventually(
    async () => (await cards(to, nextListing)).length === 1 && (await cards(to, lostListing)).length === 1,
  )
  const { rows } = await readCurrentChat(oldGroupId)
  expect(rows).toEqual([{ id: to }])
})

async function readCurrentChat(chat_id: number) {
  return sql<{ id: number }>`select ${currentChat(chat_id)} as id`.execute(setup.ctx.db)
}
