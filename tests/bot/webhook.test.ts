import { setTimeout as wait } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBot } from '#services/bot/bot.ts'
import {
  abandonedMs,
  claimAbandonedUpdates,
  finishAbandonedUpdates,
  finishUpdate,
  isFinished,
  startUpdateHandler,
  storeUpdate,
} from '#services/bot/updates/inbox.ts'
import { receiveUpdates } from '#services/bot/updates/webhook.ts'
import { webhookPath } from '#services/notifications/telegram/webhook.ts'
import { findUser } from '#services/users/account/accounts.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { setUpWorkers, type WorkerSetup } from '#tests/workers/setup.ts'
import { createAccount, type Message, waitForReply } from './telegram.ts'

const secret = 'a-secret-of-the-webhook'
let setup: WorkerSetup
let address: string
let bot: ReturnType<typeof createBot>

beforeAll(async () => {
  setup = await setUpWorkers()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  Object.assign(setup.ctx.config, { BOT_PORT: port, BOT_WEBHOOK_SECRET: secret, APP_ORIGIN: origin })
  address = origin + webhookPath
  bot = createBot(setup.ctx)
  await bot.init()
  const receiver = await receiveUpdates(setup.ctx, bot)
  return () => receiver.stop()
})

// A second try brings the same updates again, and the bot must not know them.
beforeEach(async () => {
  await setup.ctx.db.deleteFrom('bot_updates').where('update_id', '>=', 900_000).execute()
})

const postUpdate = (body: string, headers: Record<string, string> = tokenOf(secret)) =>
  fetch(address, { method: 'POST', body, headers }).then(({ status }) => status)

const tokenOf = (token: string) => ({ 'x-telegram-bot-api-secret-token': token })

const chatOf = (id: number) => ({
  chat: { id, type: 'private', first_name: 'Анна' },
  from: { id, is_bot: false, first_name: 'Анна' },
})

const commandOf = (id: number, update_id: number, text: string, date = 1) => ({
  update_id,
  message: {
    message_id: update_id,
    date,
    ...chatOf(id),
    text,
    entities: [{ type: 'bot_command', offset: 0, length: text.length }],
  },
})
const startOf = (id: number, update_id: number, date = 1) => commandOf(id, update_id, '/start', date)

/** Builds the Telegram update which reports that a person has blocked or unblocked the bot. */
const memberOf = (id: number, update_id: number, status: 'kicked' | 'member', date = 1) => ({
  update_id,
  my_chat_member: { ...chatOf(id), date, old_chat_member: {}, new_chat_member: { status } },
})

const waitUntilDone = (update_id: number) =>
  eventually(() =>
    setup.ctx.db
      .selectFrom('bot_updates')
      .select(['payload', 'attempts', 'error'])
      .where('update_id', '=', update_id)
      .where('done_at', 'is not', null)
      .executeTakeFirst(),
  )

/** Sends updates to the webhook one by one. Each is sent after the previous one was handled. */
async function postInTurn(updates: { update_id: number }[]) {
  for (const update of updates) {
    expect(await postUpdate(JSON.stringify(update))).toBe(200)
    await waitUntilDone(update.update_id)
  }
}

test('Telegram brings an update and the person is answered', async () => {
  const { id } = await createAccount(setup)
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
  expect((await waitForReply(setup, id, message_id)).text).toContain('Здравствуйте')
})

test.each([
  ['no secret', {}],
  ['a wrong secret', tokenOf('a-secret-of-the-webhoop')],
])('%s is refused and changes nothing', async (_name, headers) => {
  const { id } = await createAccount(setup)
  expect(await postUpdate(JSON.stringify(startOf(id, 900_001)), headers)).toBe(401)
  expect(await findUser(setup.ctx.db, id)).toBeUndefined()
})

test.each(['', '{', '{}', '[]', '{"update_id":"1"}'])('%j is no update', async (body) => {
  expect(await postUpdate(body)).toBe(400)
})

test('the same update brought again has no second effect, and nothing said is kept', async () => {
  const { id } = await createAccount(setup)
  await setup.telegram.patch(`/users/${id}`, { started: true })
  const update = JSON.stringify(startOf(id, 900_100))
  expect(await Promise.all([postUpdate(update), postUpdate(update), postUpdate(update)])).toEqual([
    200, 200, 200,
  ])
  const storedUpdate = await waitUntilDone(900_100)
  expect(storedUpdate).toEqual({ payload: {}, attempts: 1, error: null })
  expect(await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)).toHaveLength(1)
})

test('updates in another order have their effects once each', async () => {
  const { id } = await createAccount(setup)
  await setup.telegram.patch(`/users/${id}`, { started: true })
  const [first, second] = [startOf(id, 900_200), commandOf(id, 900_201, '/help')]
  await postInTurn([second, first, second, first])
  const texts = (await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)).map(({ text }) => text)
  expect(texts).toEqual([expect.stringContaining('Что умеет бот'), expect.stringContaining('Здравствуйте')])
})

test.each([
  ['a block that was taken back since', 2, true],
  ['a block that was taken back in the same second', 1, true],
  ['a return that was followed by a block', 2, false],
  ['a return that was followed by a block in the same second', 1, false],
])('%s and comes late changes nothing', async (_name, date, isReached) => {
  const { id } = await createAccount(setup)
  const firstUpdateId = 900_300 + date * 10 + Number(isReached) * 50
  const [earlierStatus, laterStatus] = isReached
    ? (['kicked', 'member'] as const)
    : (['member', 'kicked'] as const)
  await postInTurn([
    memberOf(id, firstUpdateId + 1, laterStatus, date),
    memberOf(id, firstUpdateId, earlierStatus, 1),
  ])
  const reachableColumns = { can_write: true, notify_blocked_at: null }
  const blockedFields = { can_write: false, notify_blocked_at: expect.any(String) }
  expect(await findUser(setup.ctx.db, id)).toMatchObject(isReached ? reachableColumns : blockedFields)
})

test('words written before a block do not undo it, nor does an old block silence who wrote since', async () => {
  const [leftPerson, returnedPerson] = [await createAccount(setup), await createAccount(setup)]
  for (const { id } of [leftPerson, returnedPerson])
    await setup.telegram.patch(`/users/${id}`, { started: true })
  const canWrite = async ({ id }: { id: number }) => (await findUser(setup.ctx.db, id))?.can_write
  await postInTurn([memberOf(leftPerson.id, 900_401, 'kicked', 5), startOf(leftPerson.id, 900_400, 4)])
  expect(await canWrite(leftPerson)).toBe(false)
  await postInTurn([
    startOf(returnedPerson.id, 900_410, 3),
    startOf(returnedPerson.id, 900_412, 9),
    memberOf(returnedPerson.id, 900_411, 'kicked', 8),
  ])
  expect(await canWrite(returnedPerson)).toBe(true)
})

test('a contact brought again later confirms nobody a second time', async () => {
  const { id, phone } = await createAccount(setup)
  await setup.telegram.patch(`/users/${id}`, { started: true })
  const contact = { phone_number: phone, first_name: 'Анна', user_id: id }
  const contactUpdate = { update_id: 900_600, message: { message_id: 1, date: 1, ...chatOf(id), contact } }
  await postInTurn([contactUpdate])
  const person = await findUser(setup.ctx.db, id)
  expect(person?.is_verified).toBe(true)
  // Removes the confirmation of the person's phone, as an admin can.
  const user_id = person?.id ?? 0
  await setup.ctx.db.deleteFrom('user_phones').where('user_id', '=', user_id).execute()
  const noVerification = { verification: 'none', verified_at: null } as const
  await setup.ctx.db.updateTable('users').set(noVerification).where('id', '=', user_id).execute()
  await postInTurn([contactUpdate, startOf(id, 900_601)])
  expect((await findUser(setup.ctx.db, id))?.is_verified).toBe(false)
})

test('what a process took and did not live to finish is finished once, by one of the others', async () => {
  const [abandonedPerson, freshPerson] = [await createAccount(setup), await createAccount(setup)]
  for (const { id } of [abandonedPerson, freshPerson])
    await setup.telegram.patch(`/users/${id}`, { started: true })
  const longAgo = { ...setup.ctx, now: () => new Date(Date.now() - 2 * abandonedMs) }
  await storeUpdate(longAgo, startOf(abandonedPerson.id, 900_500) as unknown as Update)
  const otherBot = createBot(setup.ctx)
  await otherBot.init()
  const handlers = [bot, otherBot].map((one) => (update: Update) => one.handleUpdate(update))
  // The recent update is stored last, so that it is not abandoned too while a busy machine prepares the rest.
  await storeUpdate(setup.ctx, startOf(freshPerson.id, 900_501) as unknown as Update)
  await Promise.all(handlers.map((handle) => finishAbandonedUpdates(setup.ctx, handle)))
  // The receiver of this file may have claimed it first.
  await waitUntilDone(900_500)
  expect(await setup.telegram.get<Message[]>(`/messages?chat_id=${abandonedPerson.id}`)).toHaveLength(1)
  // The recent update is not taken over, because the process that stored it may still be running.
  expect(await findUser(setup.ctx.db, freshPerson.id)).toBeUndefined()
})

test('the other of two processes takes what the dead one left within seconds', async () => {
  const { id } = await createAccount(setup)
  await setup.telegram.patch(`/users/${id}`, { started: true })
  // Simulates a process that stored an update, answered Telegram with 200, and was killed.
  await storeUpdate(setup.ctx, startOf(id, 900_700) as unknown as Update)
  const greetings = await eventually(async () => {
    const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
    return messages.length ? messages : undefined
  }, 12_000)
  expect(greetings).toHaveLength(1)
  expect(await waitUntilDone(900_700)).toEqual({ payload: {}, attempts: 1, error: null })
})

test('what a living process is long at stays its own, and what a dead one left beside it is taken', async () => {
  const [{ id }, leftPerson] = [await createAccount(setup), await createAccount(setup)]
  const slowBot = createBot(setup.ctx)
  await slowBot.init()
  const handledIds: number[] = []
  const releaseSignal = Promise.withResolvers<void>()
  slowBot.handleUpdate = async ({ update_id }) => {
    handledIds.push(update_id)
    await releaseSignal.promise
  }
  const handler = startUpdateHandler(setup.ctx, slowBot)
  const update = startOf(id, 900_710) as unknown as Update
  await storeUpdate(setup.ctx, update)
  const handling = handler.handle(update)
  await storeUpdate(setup.ctx, startOf(leftPerson.id, 900_711) as unknown as Update)
  await wait(abandonedMs + 3000)
  expect(handledIds.filter((one) => one === 900_710)).toHaveLength(1)
  expect(await findUser(setup.ctx.db, id)).toBeUndefined()
  // Either of the two living processes may have claimed the other update.
  await eventually(async () => handledIds.includes(900_711) || (await isFinished(setup.ctx, 900_711)), 8000)
  releaseSignal.resolve()
  await handling
  await handler.stop()
})

describe('an update that was begun three times and never finished', () => {
  const storeBegun = async (update: { update_id: number }, attempts: number) => {
    const longAgo = { ...setup.ctx, now: () => new Date(Date.now() - 2 * abandonedMs) }
    await storeUpdate(longAgo, update as unknown as Update)
    const row = setup.ctx.db.updateTable('bot_updates').set({ attempts })
    await row.where('update_id', '=', update.update_id).execute()
  }
  const lines = async (update_id: number) => {
    const abandonedNotices = setup.ctx.db.selectFrom('deliveries').select(['chat_id', 'payload'])
    return abandonedNotices.where('dedupe_key', 'like', `update_given_up:%:${update_id}`).execute()
  }

  test('is given up with a line in the operators’ chat, and its sender is told', async () => {
    const { id } = await createAccount(setup, { started: true })
    await storeBegun(startOf(id, 900_800), 3)
    expect(await waitUntilDone(900_800)).toEqual({ payload: {}, attempts: 3, error: 'given up' })
    const payload = { update_id: 900_800, update: 'message' }
    expect(await lines(900_800)).toEqual([{ chat_id: setup.ctx.config.OPS_CHAT_ID, payload }])
    const messages = await eventually(async () => {
      const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
      return messages.length > 0 && messages
    })
    expect(messages.map(({ text }) => text)).toEqual(['Не получилось. Попробуйте ещё раз.'])
  })

  test('one that was begun twice is tried once more', async () => {
    const { id } = await createAccount(setup, { started: true })
    await storeBegun(startOf(id, 900_801), 2)
    expect(await waitUntilDone(900_801)).toEqual({ payload: {}, attempts: 3, error: null })
    expect(await lines(900_801)).toEqual([])
  })

  test('of those that were begun twice one comes at a time, beside all that were begun once', async () => {
    const { id } = await createAccount(setup, { started: true })
    const otherBotContext = { ...setup.ctx, config: { ...setup.ctx.config, BOT_TOKEN: '4711:another' } }
    const longAgo = { ...otherBotContext, now: () => new Date(Date.now() - 2 * abandonedMs) }
    const attempts = { 1: 2, 2: 1, 3: 2, 4: 0 }
    // An update about a payment is retried forever. It must not delay the other updates.
    const paidUpdate = { update_id: 0, message: { successful_payment: {} } }
    await storeUpdate(longAgo, paidUpdate as unknown as Update)
    const sevenAttempts = setup.ctx.db.updateTable('bot_updates').set({ attempts: 7 })
    await sevenAttempts.where('bot_id', '=', 4711).where('update_id', '=', 0).execute()
    for (const [update_id, times] of Object.entries(attempts)) {
      await storeUpdate(longAgo, startOf(id, Number(update_id)) as unknown as Update)
      const row = setup.ctx.db.updateTable('bot_updates').set({ attempts: times })
      await row.where('bot_id', '=', 4711).where('update_id', '=', Number(update_id)).execute()
    }
    expect((await claimAbandonedUpdates(otherBotContext)).map(({ update_id }) => update_id)).toEqual([
      1, 2, 4,
    ])
    await finishUpdate(otherBotContext, 1, null)
    expect((await claimAbandonedUpdates(otherBotContext)).map(({ update_id }) => update_id)).toEqual([3])
  })

  test.each(['successful_payment', 'refunded_payment'] as const)('a %s is never given up', async (kind) => {
    const { id } = await createAccount(setup, { started: true })
    const update_id = kind === 'successful_payment' ? 900_810 : 900_811
    const money = {
      currency: 'XTR',
      total_amount: 5,
      invoice_payload: 'no invoice',
      telegram_payment_charge_id: 'c',
    }
    await storeBegun(
      { update_id, message: { ...chatOf(id), message_id: 1, date: 1, [kind]: money } } as never,
      7,
    )
    // Stars without an invoice are refunded. The stand-in never took them, but the update counts as handled.
    expect(await waitUntilDone(update_id)).toMatchObject({ attempts: 8 })
    expect(await lines(update_id)).toEqual([])
  })
})

test('what Postgres keeps of no text is taken out of an update: it would come again for ever', async () => {
  const id = 7_100_000_901
  const update = startOf(id, 9_000_901)
  update.message.chat.first_name = 'Ан\0на \\u0000'
  update.message.from.first_name = 'Анна \ud83d'
  expect(await postUpdate(JSON.stringify(update))).toBe(200)
  await eventually(async () => (await findUser(setup.ctx.db, id)) !== undefined)
})
