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

const promote = (admin = olga, role: 'moderator' | 'admin' = 'moderator') =>
  admin.call('POST /api/admin/users/:id/role', { params: { id: anna.id }, body: { role } })
const roleOf = async ({ id }: Person) => {
  const query = api.ctx.db.selectFrom('users').select('role').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).role
}
const outcome = ({ id }: { id: number }, admin = olga) =>
  admin.call('GET /api/admin/confirmations/:id', { params: { id } })
const textOf = async ({ account }: Person, message_id: number) => {
  const all = await bot.telegram.get<{ message_id: number; text: string }[]>(
    `/messages?chat_id=${account.id}`,
  )
  return all.find((message) => message.message_id === message_id)?.text
}

test('an admin whom the bot cannot reach is told to press Start, and nothing waits', async () => {
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  expect(await codeOf(promote(vera))).toBe('bot_unreachable')
  await bot.start(vera)
  expect((await promote(vera)).state).toBe('pending')
})

test('a role changes with the press, once, and both are in the audit', async () => {
  await bot.start(olga)
  const asked = await promote()
  expect(asked).toMatchObject({ act: 'user.role', state: 'pending', error: null })
  expect(Date.parse(asked.expires_at) - api.ctx.now().getTime()).toBeGreaterThan(119_000 - 5000)
  expect(await roleOf(anna)).toBe('user')
  // Repeating the request returns the same confirmation.
  expect((await promote()).id).toBe(asked.id)
  const question = await bot.questionOf(olga, asked)
  expect(question.text).toContain(`Сделать модератором: ${anna.user.full_name}, № ${anna.id}.`)
  expect(await bot.press(olga, question)).toMatchObject({ text: 'Сделано' })
  expect(await roleOf(anna)).toBe('moderator')
  expect((await outcome(asked)).state).toBe('done')
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
  await pressForged(olga, asked.id)
  expect(await roleOf(anna)).toBe('user')
})

/** A press on a button that the chat does not show, built as Telegram's update. */
async function pressForged({ account }: Person, id: number): Promise<void> {
  const from = { id: account.id, is_bot: false, first_name: account.first_name }
  const chat = { id: account.id, type: 'private' as const, first_name: account.first_name }
  const message = { message_id: 1, date: 0, chat, text: '' }
  const callback_query = {
    id: '1',
    from,
    message,
    chat_instance: '1',
    data: `v1:confirm:${id}`,
  } as Update['callback_query']
  await bot.bot.handleUpdate({ update_id: Math.floor(Math.random() * 1e9) + 1e9, callback_query } as Update)
}

test('the press of another admin does nothing', async () => {
  await bot.start(olga)
  const asked = await promote()
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  await pressForged(vera, asked.id)
  expect(await roleOf(anna)).toBe('user')
  expect((await outcome(asked)).state).toBe('pending')
  expect(await codeOf(outcome(asked, await login(api, vera.account)))).toBe('not_found')
  await pressForged(olga, asked.id)
  expect(await roleOf(anna)).toBe('moderator')
})

test('after two minutes the press is late and says so', async () => {
  await bot.start(olga)
  const asked = await promote()
  const question = await bot.questionOf(olga, asked)
  api.ahead(2 * 60_000)
  expect((await outcome(asked)).state).toBe('expired')
  expect(await bot.press(olga, question)).toMatchObject({
    text: 'Это подтверждение уже не действует',
    show_alert: true,
  })
  expect(await roleOf(anna)).toBe('user')
  await eventually(async () =>
    (await textOf(olga, question.message_id))?.includes('Две минуты прошли, ничего не изменилось'),
  )
  const anew = await promote()
  expect(anew).toMatchObject({ state: 'pending' })
  expect(anew.id).not.toBe(asked.id)
})

test('what was not meant is declined, and a later press of the same question does nothing', async () => {
  await bot.start(olga)
  const asked = await promote()
  const question = await bot.questionOf(olga, asked)
  expect(await bot.press(olga, question, 'Отклонить')).toMatchObject({
    text: 'Отклонено, ничего не изменилось',
  })
  await pressForged(olga, asked.id)
  expect(await roleOf(anna)).toBe('user')
  expect((await outcome(asked)).state).toBe('declined')
})

test('who lost the role between question and press gives nobody a role', async () => {
  const vera = await login(api, newAccount())
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  await bot.start(vera)
  const asked = await promote(vera, 'admin')
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
  await bot.press(vera, await bot.questionOf(vera, asked))
  expect(await roleOf(anna)).toBe('user')
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', vera.id).execute()
  expect(await outcome(asked, vera)).toMatchObject({ state: 'refused', error: 'forbidden' })
})

test('two presses at once are one act', async () => {
  await bot.start(olga)
  const asked = await promote()
  await Promise.all([pressForged(olga, asked.id), pressForged(olga, asked.id)])
  const { count } = await api.ctx.db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'confirmation.done')
    .where('subject_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})
