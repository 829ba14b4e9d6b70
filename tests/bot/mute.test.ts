import { beforeAll, expect, test } from 'vitest'
import { type MutableKind, mutableKinds } from '#contract/notifications.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { upsertUser } from '#services/users/account/accounts.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { createAccount, type Message, openBot, type TapResult } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  setup = await openBot()
})

async function reader() {
  const { id: telegram_id } = await createAccount(setup)
  await setup.telegram.post(`/users/${telegram_id}/start`)
  return upsertUser(setup.ctx, { id: telegram_id, first_name: 'Анна' }).then(({ id }) => ({
    id,
    telegram_id,
  }))
}

async function sendKind(telegram_id: number, kind: MutableKind): Promise<number> {
  const order = { text: 'Открыть заказ', url: 'https://t.me/otklik_demo_bot' }
  const to = { chat_id: telegram_id, language: 'ru', is_private: true } as const
  const { text, keyboard = [] } = withFooter(kind, { text: kind, keyboard: [[order]] }, to)
  const markup = { parse_mode: 'HTML', reply_markup: { inline_keyboard: keyboard } } as const
  return (await setup.bot.api.sendMessage(telegram_id, text, markup)).message_id
}

const tapButton = (telegram_id: number, message_id: number, text: string) =>
  setup.telegram.post<TapResult>(`/users/${telegram_id}/tap`, { message_id, text })

async function readSettings(id: number) {
  return setup.ctx.db
    .selectFrom('users')
    .select(['muted_kinds', 'is_notify_new_order', 'is_notify_hot_orders', 'is_notify_new_messages'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function buttons(chat_id: number, message_id: number): Promise<string[]> {
  const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
  const message = messages.find((message) => message.message_id === message_id)
  return message?.reply_markup?.inline_keyboard.flat().map(({ text }) => text) ?? []
}

/** Message kinds that a person can switch off in the profile, with the column of that setting. */
const switchLabels: Partial<Record<MutableKind, string>> = {
  new_order: 'is_notify_new_order',
  hot_order: 'is_notify_hot_orders',
}
/** Message kinds that people did not ask for, with the label of the button that switches them off. */
const muteKeys = {
  new_order: 'Не присылать новые заказы',
  hot_order: 'Не присылать срочные заказы',
  digest: 'Не присылать подборки',
  invitation: 'Не присылать приглашения',
} as const
const unaskedKinds = Object.keys(muteKeys) as (keyof typeof muteKeys)[]

test.each(unaskedKinds)('one tap under %s ends its kind, one more brings it back', async (kind) => {
  const { id, telegram_id } = await reader()
  const settingsBefore = await readSettings(id)
  const message_id = await sendKind(telegram_id, kind)
  const { answer } = await tapButton(telegram_id, message_id, muteKeys[kind])
  expect(answer?.text).toMatch(/больше не присылаем\. Остальное приходит как раньше/)
  const flag = switchLabels[kind]
  const settingsAfter = await readSettings(id)
  expect(settingsAfter).toEqual(
    flag ? { ...settingsBefore, [flag]: false } : { ...settingsBefore, muted_kinds: [kind] },
  )
  await eventually(async () => (await buttons(telegram_id, message_id)).includes('Присылать снова'))
  expect(await buttons(telegram_id, message_id)).toEqual(['Открыть заказ', 'Присылать снова'])
  await tapButton(telegram_id, message_id, 'Присылать снова')
  await eventually(async () => (await buttons(telegram_id, message_id)).at(-1) === muteKeys[kind])
  expect(await readSettings(id)).toEqual(settingsBefore)
})

test('a second press before the key has changed is no failure', async () => {
  const { telegram_id } = await reader()
  const message_id = await sendKind(telegram_id, 'new_order')
  const taps = [muteKeys.new_order, muteKeys.new_order].map((text) =>
    tapButton(telegram_id, message_id, text),
  )
  for (const { answer } of await Promise.all(taps)) expect(answer?.text).toContain('больше не присылаем')
  const edits = await eventually(async () => {
    const calls = await setup.telegram.get<{ ok: boolean; description?: string }[]>(
      `/calls?method=editMessageReplyMarkup&chat_id=${telegram_id}`,
    )
    return calls.length === 2 && calls
  })
  expect(edits[1]?.description).toContain('message is not modified')
  expect(await buttons(telegram_id, message_id)).toEqual(['Открыть заказ', 'Присылать снова'])
  // A failure would be answered by an apology of the bot, before the answer to the next press.
  await tapButton(telegram_id, message_id, 'Присылать снова')
  const answers = await setup.telegram.get<{ params: { text?: string } }[]>(
    '/calls?method=answerCallbackQuery',
  )
  expect(answers.map(({ params }) => params.text)).not.toContain('Не получилось. Попробуйте ещё раз.')
})

test('no other message says why it came or has a key that mutes its kind', () => {
  const to = { chat_id: 1, language: 'ru', is_private: true } as const
  const ownKinds = mutableKinds.filter((kind) => !(kind in muteKeys))
  expect(ownKinds).toEqual(expect.arrayContaining(['new_message', 'response_chosen', 'payment_confirmed']))
  for (const kind of ownKinds)
    expect(withFooter(kind, { text: kind, keyboard: [] }, to)).toEqual({ text: kind, keyboard: [] })
})

test('[Close] under the reminder of an end closes the own listing, one more tap brings it back', async () => {
  const { id, telegram_id } = await reader()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const listing_id = await insertOrder(setup, id, { title: 'Логотип', expires_at })
  const recipient = { chat_id: telegram_id, language: 'ru', is_private: true } as const
  const message = await everyMessage.listing_expiring.compose(setup.ctx, { listing_id }, recipient)
  const inline_keyboard = (message?.keyboard ?? []).map((row) => row.filter((one) => 'callback_data' in one))
  const sendExpiryReminder = async (to: number) =>
    (await setup.bot.api.sendMessage(to, message?.text ?? '', { reply_markup: { inline_keyboard } }))
      .message_id
  const status = async () =>
    (
      await setup.ctx.db
        .selectFrom('listings')
        .select('status')
        .where('id', '=', listing_id)
        .executeTakeFirstOrThrow()
    ).status

  // The button does nothing when pressed by a person to whom the message was forwarded.
  const otherReader = await reader()
  const foreignTap = await tapButton(
    otherReader.telegram_id,
    await sendExpiryReminder(otherReader.telegram_id),
    'Закрыть',
  )
  expect([foreignTap.answer?.show_alert, await status()]).toEqual([true, 'published'])

  const message_id = await sendExpiryReminder(telegram_id)
  expect((await tapButton(telegram_id, message_id, 'Закрыть')).answer?.text).toContain('Заказ закрыт')
  expect(await status()).toBe('archived')
  await eventually(async () => (await buttons(telegram_id, message_id)).includes('Вернуть в ленту'))
  const unmutedMessage = await tapButton(telegram_id, message_id, 'Вернуть в ленту')
  expect([unmutedMessage.answer?.text, await status()]).toEqual(['Заказ снова в ленте', 'published'])
})

test('an older key under a message about one’s own things, a kind that cannot be muted and a kind that never was change nothing', async () => {
  const { id, telegram_id } = await reader()
  const settingsBefore = await readSettings(id)
  for (const kind of [
    'account_blocked',
    'response_chosen',
    'payment_confirmed',
    'new_response',
    'nonsense',
  ]) {
    const inline_keyboard = [[{ text: 'Выключить', callback_data: `v1:mute:${kind}` }]]
    const { message_id } = await setup.bot.api.sendMessage(telegram_id, 'Новость', {
      reply_markup: { inline_keyboard },
    })
    const { answer } = await tapButton(telegram_id, message_id, 'Выключить')
    expect(answer?.text).toBe('Эта кнопка больше не работает')
  }
  expect(await readSettings(id)).toEqual(settingsBefore)
})

test('what was muted by such an older key comes back by its second key, which then goes', async () => {
  const { id, telegram_id } = await reader()
  const muted_kinds = ['response_chosen', 'new_response']
  await setup.ctx.db.updateTable('users').set({ muted_kinds }).where('id', '=', id).execute()
  const open = { text: 'Открыть', url: 'https://t.me/otklik_demo_bot' }
  const unmute = { text: 'Присылать снова', callback_data: 'v1:unmute:response_chosen' }
  const { message_id } = await setup.bot.api.sendMessage(telegram_id, 'Новость', {
    reply_markup: { inline_keyboard: [[open], [unmute]] },
  })
  const { answer } = await tapButton(telegram_id, message_id, 'Присылать снова')
  expect(answer?.text).toBe('Снова будем присылать такие уведомления.')
  expect((await readSettings(id)).muted_kinds).toEqual(['new_response'])
  await eventually(async () => !(await buttons(telegram_id, message_id)).includes('Присылать снова'))
  expect(await buttons(telegram_id, message_id)).toEqual(['Открыть'])
})
