import { beforeAll, expect, test } from 'vitest'
import type { BotContext } from '#services/bot/context.ts'
import { handleOnce, storeUpdate } from '#services/bot/updates/inbox.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { findUser, upsertUser } from '#services/users/account/accounts.ts'
import { confirmPhone } from '#services/users/phone/actions.ts'
import { contextWith } from '#tests/workers/setup.ts'
import { createAccount, type Message, openBot, waitForReply } from './telegram.ts'

/**
 * Telegram accounts in the bot: usernames that move to another account, buttons that open a profile, and other bots.
 */

let setup: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  setup = await openBot()
})

async function startPerson(fields: Record<string, unknown> = {}) {
  const { id } = await createAccount(setup, fields)
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
  await waitForReply(setup, id, message_id)
  return id
}
const usernameOf = async (id: number) => (await findUser(setup.ctx.db, id))?.username

test('a user name that changed hands belongs to its new owner, whoever is seen first', async () => {
  const anna = await startPerson({ username: 'studio' })
  const boris = await startPerson({ username: 'boris_old' })
  await setup.telegram.patch(`/users/${anna}`, { username: undefined })
  await setup.telegram.patch(`/users/${boris}`, { username: 'Studio' })
  const { message_id } = await setup.telegram.post<Message>(`/users/${boris}/send`, { text: '/help' })
  await waitForReply(setup, boris, message_id)
  expect([await usernameOf(anna), await usernameOf(boris)]).toEqual([null, 'Studio'])
})

test('who only types in another chat is seen too', async () => {
  const anna = await startPerson({ username: 'anna_before' })
  await setup.telegram.patch(`/users/${anna}`, { username: 'anna_after' })
  await setup.telegram.post(`/users/${anna}/inline`, { query: 'сайт' })
  expect(await usernameOf(anna)).toBe('anna_after')
})

test('two who exchange their names at once both keep one', async () => {
  const [leftPerson, rightPerson] = [
    await startPerson({ username: 'left_hand' }),
    await startPerson({ username: 'right_hand' }),
  ]
  const seePerson = (id: number, username: string) =>
    upsertUser(setup.ctx, { id, first_name: 'Анна', username })
  await Promise.all([seePerson(leftPerson, 'right_hand'), seePerson(rightPerson, 'left_hand')])
  const names = [await usernameOf(leftPerson), await usernameOf(rightPerson)]
  // If two updates are handled at once, the later one may take the username that the earlier one stored. The next
  // update corrects it.
  await seePerson(leftPerson, 'right_hand')
  await seePerson(rightPerson, 'left_hand')
  expect(names.every((name) => name === null || name?.endsWith('_hand'))).toBe(true)
  expect([await usernameOf(leftPerson), await usernameOf(rightPerson)]).toEqual(['right_hand', 'left_hand'])
})

test('who comes with a name that is not shown is told so when the bot greets', async () => {
  const greetingOf = async (fields: Record<string, unknown>) => {
    const { id } = await createAccount(setup, fields)
    const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
    return (await waitForReply(setup, id, message_id)).text
  }
  expect(await greetingOf({ first_name: 'Служба поддержки' })).toContain('для других вы «Пользователь»')
  expect(await greetingOf({ first_name: 'Анна' })).not.toContain('для других вы')
})

test.each([{ without_message: false }, { without_message: true }])(
  'a press that names no chat is answered and makes no account: %j',
  async (contactKind) => {
    const { id } = await createAccount(setup)
    const body = { data: 'v1:deal:accept:1', ...contactKind }
    const { answer } = await setup.telegram.post<{ answer?: { text: string } }>(
      `/users/${id}/press-inline`,
      body,
    )
    expect(answer?.text).toBe('Эта кнопка больше не работает')
    expect(await findUser(setup.ctx.db, id)).toBeUndefined()
  },
)

test('a button to an account that hides itself falls away, and the words and other buttons go out', async () => {
  const [reader, hiddenPerson] = [await startPerson(), await startPerson({ has_private_forwards: true })]
  const api = telegramApi(setup.ctx.config, 10)
  const keyboard = (id: number) => ({
    reply_markup: {
      inline_keyboard: [
        [{ text: 'Открыть', callback_data: 'x' }],
        [{ text: 'Написать', url: `tg://user?id=${id}` }],
      ],
    },
  })
  const labels = async ({ message_id }: { message_id: number }) =>
    (await setup.telegram.get<Message[]>(`/messages?chat_id=${reader}`))
      .find((one) => one.message_id === message_id)
      ?.reply_markup?.inline_keyboard.flat()
      .map(({ text }) => text)
  expect(await labels(await api.sendMessage(reader, 'Боб', keyboard(reader)))).toEqual([
    'Открыть',
    'Написать',
  ])
  const sentMessage = await api.sendMessage(reader, 'Скрытный', keyboard(hiddenPerson))
  expect(await labels(sentMessage)).toEqual(['Открыть'])
  await setup.bot.api.editMessageText(
    reader,
    sentMessage.message_id,
    'Скрытный и впредь',
    keyboard(hiddenPerson),
  )
  expect(await labels(sentMessage)).toEqual(['Открыть'])
})

test('updates of another bot on the same database are its own, whatever their numbers', async () => {
  const { ctx } = setup
  const otherBot = contextWith(ctx, { BOT_TOKEN: '4242424242:another-token_of-a-bot' })
  const update = { update_id: 77 }
  expect([
    await storeUpdate(ctx, update),
    await storeUpdate(otherBot, update),
    await storeUpdate(ctx, update),
  ]).toEqual([true, true, false])
  const handledNames: string[] = []
  const handleAction = (world: typeof ctx, name: string) =>
    handleOnce(world)({ update } as unknown as BotContext, async () => void handledNames.push(name))
  await handleAction(ctx, 'ours')
  await handleAction(otherBot, 'theirs')
  await handleAction(ctx, 'ours again')
  expect(handledNames).toEqual(['ours', 'theirs'])
})

test.each([
  ['+88800001234', true],
  ['+8880123', true],
  ['+79990001234', false],
  ['+8801234567', false],
])('a number %s is of no country: %s', async (phone_number, is_anonymous) => {
  const { id } = await upsertUser(setup.ctx, { id: (await createAccount(setup)).id, first_name: 'Анна' })
  await confirmPhone(setup.ctx, { user_id: id, phone_number, source: 'bot' })
  const row = setup.ctx.db.selectFrom('user_phones').select('is_anonymous').where('user_id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ is_anonymous })
})
