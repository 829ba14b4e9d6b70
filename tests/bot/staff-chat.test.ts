import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, openModeratorsChat, withPlainSpaces } from './moderators-chat.ts'
import { createAccount, type Message, moderatorInChat, pressInGroup, submittedOrder } from './telegram.ts'

/** Commands that moderators send in their chat: setting its language and showing its queue. */

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  return chat.close
})

const readChatMessages = () =>
  chat.setup.telegram.get<Message[]>(`/messages?chat_id=${chat.setup.ctx.config.MODERATORS_CHAT_ID}`)
/** Waits for the newest message of the chat with this text. */
const waitForText = (fragment: string | RegExp) =>
  eventually(async () => (await readChatMessages()).findLast(({ text }) => text?.match(fragment)))

test('whoever reads another language than the chat is asked, answered and told of the queue in their own', async () => {
  const { setup, cardOf, cardWith, pressButton } = chat
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  const kate = await moderatorInChat(setup)
  await setup.ctx.db.updateTable('users').set({ ui_language: 'en' }).where('id', '=', kate.id).execute()
  const { listing_id } = await submittedOrder(setup)
  await pressButton(await cardOf(listing_id), 'Спросить автора', kate.telegram_id)
  const questionPrompt = await waitForText(new RegExp(`^Order ${listing_id}. Question to the author`))
  expect(questionPrompt.text).toContain(`It goes to the author of order ${listing_id}.`)
  await setup.telegram.post(`/users/${kate.telegram_id}/send`, { chat_id, text: '/queue@otklik_demo_bot' })
  await waitForText(/Authors are told/)
  await pressButton(await cardWith(listing_id, 'Отклонить'), 'Отклонить', kate.telegram_id)
  const reasonCard = await cardWith(listing_id, 'Непонятное задание')
  expect((await pressButton(reasonCard, 'Непонятное задание', kate.telegram_id)).answer?.text).toBe(
    'Rejected',
  )
  await cardOf(listing_id, ': Непонятное задание')
})

test('a moderator chooses the language of the chat: waiting cards are written anew, new ones come in it', async () => {
  const { setup, maria, cardOf } = chat
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  const waitingOrder = await submittedOrder(setup)
  await cardOf(waitingOrder.listing_id)
  const { id: nobody } = await createAccount(setup, { groups: ['moderators'] })
  await setup.telegram.post(`/users/${maria.telegram_id}/send`, {
    chat_id,
    text: '/language@otklik_demo_bot',
  })
  const languagePrompt = await waitForText('На каком языке писать карточки')
  const button = { chat_id, message_id: languagePrompt.message_id, text: 'English' }
  const refusal = await pressInGroup(setup, nobody, button)
  expect(refusal.answer).toMatchObject({ text: 'Решать могут только модераторы', show_alert: true })
  expect((await pressInGroup(setup, maria.telegram_id, button)).answer?.text).toContain(
    'Cards in this chat are in English',
  )
  const card = await waitForText(new RegExp(`^Order ${waitingOrder.listing_id}\\b`))
  expect(card.text).toContain('per project')
  expect(buttons(card)).toContain('Ask the author')
  const freshOrder = await submittedOrder(setup)
  await waitForText(new RegExp(`^Order ${freshOrder.listing_id}\\b`))
  const { answer } = await pressInGroup(setup, maria.telegram_id, {
    chat_id,
    message_id: card.message_id,
    text: 'Approve',
  })
  expect(answer?.text).toBe('Одобрено')
  await waitForText(new RegExp(`^Order ${waitingOrder.listing_id}\\b[^]*Published by Мария`))
})

test('/queue tells a moderator what waits and how long decisions take; others get no answer', async () => {
  const { setup, maria } = chat
  const { MODERATORS_CHAT_ID: chat_id } = setup.ctx.config
  await submittedOrder(setup)
  const { id: nobody } = await createAccount(setup, { groups: ['moderators'] })
  const readNotices = async () =>
    (await readChatMessages()).filter(({ text }) =>
      text?.match(/проверки[\s\S]*(?:Авторам называем срок: до|Срок авторам не называем)/),
    )
  await setup.telegram.post(`/users/${nobody}/send`, { chat_id, text: '/queue@otklik_demo_bot' })
  await setup.telegram.post(`/users/${maria.telegram_id}/send`, { chat_id, text: '/queue@otklik_demo_bot' })
  await eventually(async () => (await readNotices()).length > 0)
  expect(await readNotices()).toHaveLength(1)
  expect(withPlainSpaces((await readNotices())[0]?.text)).toMatch(
    /Решений за 7 дней: \d+\. (Обычно|Почти всегда) за|За 7 дней решений не было/,
  )
})
