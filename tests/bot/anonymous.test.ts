import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { type DeskMessage, openSupport } from './support-desk.ts'
import { submittedOrder } from './telegram.ts'

/**
 * In Telegram, administrators can post as their group, and people can post as a channel. Tests how the bot handles such
 * messages.
 */

const refusalText = 'Напишите под своим именем'

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

/** Returns the bot's replies to a message in a chat. */
const repliesTo = async (chat_id: number, { message_id }: { message_id: number }) =>
  (await desk.readMessages(chat_id)).filter(
    (one) => one.from.is_bot && one.reply_to_message?.message_id === message_id,
  )
const reply = (chat_id: number, to: { message_id: number }) =>
  eventually(async () => (await repliesTo(chat_id, to))[0])

test('an answer in the name of the operators’ group reaches the person as the support’s', async () => {
  const anna = await desk.openPerson()
  const { case_id, card } = await anna.openCase('Где мои деньги?')
  await desk.answer(card, { text: 'Уже ищем', as: 'group' })
  const receivedAnswer = await desk.waitForMessage(anna.telegram_id, 'Уже ищем')
  expect(receivedAnswer.text).toBe('Поддержка:\nУже ищем')
  await desk.waitForMessage(desk.ops, `Ответ доставлен. Обращение ${case_id}`)
  const row = await anna.findCase()
  expect(row).toMatchObject({ last_side: 'staff', staff_id: null })
  const storedMessages = await desk.setup.ctx.db
    .selectFrom('support_messages')
    .select(['author_id', 'side'])
    .where('case_id', '=', case_id)
    .orderBy('id')
    .execute()
  expect(storedMessages.map(({ author_id, side }) => [side, author_id === null])).toEqual([
    ['person', false],
    ['staff', true],
  ])
})

test('a photo in the name of the group reaches the person too', async () => {
  const anna = await desk.openPerson()
  const { card } = await anna.openCase('Как это выглядит?')
  await desk.answer(card, { photo: desk.picture, caption: 'Вот так', as: 'group' })
  const receivedAnswer = await desk.waitForMessage(anna.telegram_id, 'Вот так')
  expect(receivedAnswer.photo).toBeDefined()
})

test('who hides behind a channel, or commands without a name, is asked for the name', async () => {
  const anna = await desk.openPerson()
  const { card } = await anna.openCase('Отзовитесь')
  const channelAnswer = await desk.answer(card, { text: 'Отзываемся', as: 'channel' })
  expect((await reply(desk.ops, channelAnswer)).text).toContain(refusalText)
  const { MODERATORS_CHAT_ID: moderators } = desk.setup.ctx.config
  for (const [chat_id, text] of [
    [desk.ops, '/language'],
    [moderators, '/queue'],
  ] as const) {
    const sentMessage = await desk.setup.telegram.post<DeskMessage>(`/users/${desk.maria.telegram_id}/send`, {
      chat_id,
      text,
      as: 'group',
    })
    expect((await reply(chat_id, sentMessage)).text).toContain(refusalText)
  }
  expect((await desk.readMessages(anna.telegram_id)).some(({ text }) => text?.includes('Отзываемся'))).toBe(
    false,
  )
})

test('a reason in the name of the group decides nothing, and the question goes on waiting', async () => {
  const { setup, maria } = desk
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  const { task_id, listing_id } = await submittedOrder(setup)
  const supportQuestion = await setup.bot.api.sendMessage(chat_id, 'Почему?', {
    reply_markup: { force_reply: true },
  })
  await setup.ctx.db
    .insertInto('bot_prompts')
    .values({
      user_id: maria.id,
      chat_id,
      message_id: supportQuestion.message_id,
      kind: 'reason',
      subject_id: task_id,
      details: '{}',
      asked_at: setup.ctx.now().toISOString(),
      holds_until: null,
    })
    .execute()
  const sendAs = (body: object) =>
    setup.telegram.post<DeskMessage>(`/users/${maria.telegram_id}/send`, {
      chat_id,
      reply_to_message_id: supportQuestion.message_id,
      ...body,
    })
  const hiddenMessage = await sendAs({ text: 'Реклама', as: 'group' })
  expect((await reply(chat_id, hiddenMessage)).text).toContain(refusalText)
  const state = () =>
    setup.ctx.db.selectFrom('moderation_tasks').select('state').where('id', '=', task_id).executeTakeFirst()
  expect(await state()).toEqual({ state: 'open' })
  await sendAs({ text: 'Реклама посторонней площадки' })
  await eventually(async () => (await state())?.state === 'rejected')
  expect(listing_id).toBeGreaterThan(0)
})

test('a post of the linked channel and a word to nobody get no answer and make no account', async () => {
  const { setup, maria, ops } = desk
  const sendAs = (body: object) =>
    setup.telegram.post<DeskMessage>(`/users/${maria.telegram_id}/send`, { chat_id: ops, ...body })
  await setup.telegram.post('/settings', { privacy: false })
  const channelPost = await sendAs({ text: '/queue', as: 'linked_channel' })
  const chatter = await sendAs({ text: 'Чай?', as: 'group' })
  const lastMessage = await sendAs({ text: '/language', as: 'group' })
  await reply(ops, lastMessage)
  expect([...(await repliesTo(ops, channelPost)), ...(await repliesTo(ops, chatter))]).toEqual([])
  const strangers = await setup.ctx.db
    .selectFrom('users')
    .select('id')
    .where('telegram_id', 'in', [777_000, 1_087_968_824, 136_817_688])
    .execute()
  expect(strangers).toEqual([])
  await setup.telegram.post('/settings', { privacy: true })
})
