import type { Update } from 'grammy/types'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { type Confirmations, openConfirmations } from '#tests/support/people/admin-press.ts'
import { login, moderator, newAccount, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'

let api: Api
let bot: Confirmations
let olga: Person
let anna: Person
beforeAll(async () => {
  api = await openApi()
  bot = await openConfirmations(api)
})
beforeEach(async () => {
  olga = await moderator(api)
  anna = await login(api)
})

const requestPromotion = (admin = olga, role: 'moderator' | 'admin' = 'moderator') =>
  admin.call('POST /api/admin/users/:id/role', { params: { id: anna.id }, body: { role } })
const roleOf = async ({ id }: Person) => {
  const query = api.ctx.db.selectFrom('users').select('role').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).role
}
const readOutcome = ({ id }: { id: number }, admin = olga) =>
  admin.call('GET /api/admin/confirmations/:id', { params: { id } })
const textOf = async ({ account }: Person, message_id: number) => {
  const messages = await bot.telegram.get<{ message_id: number; text: string }[]>(
    `/messages?chat_id=${account.id}`,
  )
  return messages.find((message) => message.message_id === message_id)?.text
}

test('an admin whom the bot cannot reach is told to press Start, and nothing waits', async () => {
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  expect(await codeOf(requestPromotion(vera))).toBe('bot_unreachable')
  await bot.start(vera)
  expect((await requestPromotion(vera)).state).toBe('pending')
})

test('a role changes with the press, once, and both are in the audit', async () => {
  await bot.start(olga)
  const confirmation = await requestPromotion()
  expect(confirmation).toMatchObject({ act: 'user.role', state: 'pending', error: null })
  expect(Date.parse(confirmation.expires_at) - api.ctx.now().getTime()).toBeGreaterThan(119_000 - 5000)
  expect(await roleOf(anna)).toBe('user')
  // Requesting the same role change again returns the same confirmation.
  expect((await requestPromotion()).id).toBe(confirmation.id)
  const prompt = await bot.promptOf(olga, confirmation)
  expect(prompt.text).toContain(`Сделать модератором: ${anna.user.full_name}, № ${anna.id}.`)
  expect(await bot.press(olga, prompt)).toMatchObject({ text: 'Сделано' })
  expect(await roleOf(anna)).toBe('moderator')
  expect((await readOutcome(confirmation)).state).toBe('done')
  const audit = await api.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', anna.id)
    .orderBy('id')
    .execute()
  expect(audit).toEqual(
    ['confirmation.asked', 'user.role', 'confirmation.done'].map((action) => ({ action, actor_id: olga.id })),
  )
  // A press on an outdated message does nothing.
  await api.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '=', anna.id).execute()
  await pressForged(olga, confirmation.id)
  expect(await roleOf(anna)).toBe('user')
})

let forgedUpdateId = 1_000_000_000

/** Sends the bot an update for a button press that no message in the chat offers. */
async function pressForged({ account }: Person, id: number): Promise<void> {
  const sender = { id: account.id, is_bot: false, first_name: account.first_name }
  const chat = { id: account.id, type: 'private' as const, first_name: account.first_name }
  const message = { message_id: 1, date: 0, chat, text: '' }
  const callback_query = {
    id: '1',
    from: sender,
    message,
    chat_instance: '1',
    data: `v1:confirm:${id}`,
  } as Update['callback_query']
  await bot.bot.handleUpdate({ update_id: ++forgedUpdateId, callback_query } as Update)
}

test('the press of another admin does nothing', async () => {
  await bot.start(olga)
  const confirmation = await requestPromotion()
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  await pressForged(vera, confirmation.id)
  expect(await roleOf(anna)).toBe('user')
  expect((await readOutcome(confirmation)).state).toBe('pending')
  expect(await codeOf(readOutcome(confirmation, await login(api, vera.account)))).toBe('not_found')
  await pressForged(olga, confirmation.id)
  expect(await roleOf(anna)).toBe('moderator')
})

test('after two minutes the press is late and says so', async () => {
  await bot.start(olga)
  const confirmation = await requestPromotion()
  const prompt = await bot.promptOf(olga, confirmation)
  api.advanceClock(2 * 60_000)
  expect((await readOutcome(confirmation)).state).toBe('expired')
  expect(await bot.press(olga, prompt)).toMatchObject({
    text: 'Это подтверждение уже не действует',
    show_alert: true,
  })
  expect(await roleOf(anna)).toBe('user')
  await eventually(async () =>
    (await textOf(olga, prompt.message_id))?.includes('Две минуты прошли, ничего не изменилось'),
  )
  const newConfirmation = await requestPromotion()
  expect(newConfirmation).toMatchObject({ state: 'pending' })
  expect(newConfirmation.id).not.toBe(confirmation.id)
})

test('what was not meant is declined, and a later press of the same question does nothing', async () => {
  await bot.start(olga)
  const confirmation = await requestPromotion()
  const prompt = await bot.promptOf(olga, confirmation)
  expect(await bot.press(olga, prompt, 'Отклонить')).toMatchObject({
    text: 'Отклонено, ничего не изменилось',
  })
  await pressForged(olga, confirmation.id)
  expect(await roleOf(anna)).toBe('user')
  expect((await readOutcome(confirmation)).state).toBe('declined')
})

test('who lost the role between question and press gives nobody a role', async () => {
  const vera = await login(api, newAccount())
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  await bot.start(vera)
  const confirmation = await requestPromotion(vera, 'admin')
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
  await bot.press(vera, await bot.promptOf(vera, confirmation))
  expect(await roleOf(anna)).toBe('user')
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  expect(await readOutcome(confirmation, vera)).toMatchObject({ state: 'refused', error: 'forbidden' })
})

test('two presses at once are one act', async () => {
  await bot.start(olga)
  const confirmation = await requestPromotion()
  await Promise.all([pressForged(olga, confirmation.id), pressForged(olga, confirmation.id)])
  const { count } = await api.ctx.db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'confirmation.done')
    .where('subject_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})
