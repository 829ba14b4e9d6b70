import { beforeAll, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { ask } from '#services/moderation/appeals/questions.ts'
import { moderationMessages } from '#services/moderation/messages/messages.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, moderatorInChat, submittedOrder, type TapResult, waitForReply } from './telegram.ts'

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  return chat.close
})

test('a question in the moderator’s own words comes to the author, whose answer stands on the card', async () => {
  const { cardOf, pressButton, replyToPrompt, orderOf } = chat
  const { setup } = chat
  const { listing_id, id, app, waitForMessage, params } = await orderOf('Вывеска для пекарни')
  await pressButton(await cardOf(listing_id), 'Спросить автора')
  await replyToPrompt(listing_id, 'Какого размера вывеска?')
  const waitingCard = await cardOf(listing_id, 'Ждём ответа автора')
  expect(waitingCard.text).toContain('Вопрос автору: Какого размера вывеска?')
  const questionMessage = await waitForMessage('Какого размера вывеска?')
  expect(questionMessage.text).toContain('Модератор спрашивает о заказе «Вывеска для пекарни»')
  expect(buttons(questionMessage)).toEqual(['Ответить', 'Открыть заказ'])
  const body = { text: 'Два метра на метр' }
  expect(await app.call('POST /api/moderation/:listing_id/answer', { params, body })).toMatchObject({
    question: null,
  })
  const answeredCard = await cardOf(listing_id, 'Ответ автора: Два метра на метр')
  expect(buttons(answeredCard)).toContain('Одобрить')
  const { answer } = await setup.telegram.post<TapResult>(`/users/${id}/tap`, {
    message_id: questionMessage.message_id,
    text: 'Ответить',
  })
  expect(answer).toMatchObject({ text: 'Вы уже ответили: «Два метра на метр»', show_alert: true })
  await cardOf(listing_id, 'Ответ автора: Два метра на метр')
})

test('the same question twice, as after a death in between, is put to the author once', async () => {
  const { setup, maria } = chat
  const { task_id } = await submittedOrder(setup)
  const { db } = setup.ctx
  const decision = { task_id, moderator_id: maria.id, in_chat: true }
  const readQuestions = async () => {
    const events = await db
      .selectFrom('events')
      .select('id')
      .where('topic', '=', 'moderation.asked')
      .execute()
    return events.length
  }
  const questionsBefore = await readQuestions()
  for (const _time of [1, 2]) await ask(setup.ctx, { ...decision, question: 'Какой срок?' })
  expect((await readQuestions()) - questionsBefore).toBe(1)
  await ask(setup.ctx, { ...decision, question: 'Какой бюджет?' })
  expect((await readQuestions()) - questionsBefore).toBe(2)
  const openQuestion = db.selectFrom('moderation_questions').select('question').where('task_id', '=', task_id)
  expect(await openQuestion.execute()).toEqual([{ question: 'Какой бюджет?' }])
})

test('an author is blocked from the card, learns why, and is let in nowhere', async () => {
  const { setup, cardOf, openReasons, pressButton, orderOf, waitForStatus } = chat
  const { listing_id, id, app, waitForMessage, params } = await orderOf('Лёгкий заработок')
  const reason = 'Похоже на обман'
  const reasonCard = await openReasons(listing_id, { button: 'Закрыть доступ', reason })
  expect(reasonCard.text).toContain('Закрыть доступ? Игорь')
  expect(reasonCard.text).toMatch(/Вместе с этим:\n• Заказ \d+\. Лёгкий заработок: отклоним/)
  expect((await pressButton(reasonCard, reason)).answer?.text).toBe('Решение принято, его ещё можно отменить')
  const card = await cardOf(listing_id, 'Доступ автору закрыт, Мария: Похоже на обман')
  expect(buttons(card)).toEqual(['Ещё ›'])
  await waitForStatus(listing_id, 'rejected')
  const notice = await waitForMessage('закрыт, ваши объявления скрыты')
  expect(notice.text).toContain('Причина: Похоже на обман')
  expect(notice.reply_markup?.inline_keyboard.flat()).toEqual([
    { text: 'Поддержка', url: expect.stringMatching(/\?start=support$/) },
  ])
  expect(await codeOf(app.call('GET /api/moderation/:listing_id', { params }))).toBe('blocked')
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/send`, { text: '/settings' })
  const answer = await waitForReply(setup, id, message_id)
  expect(answer.text).toBe(errorText('ru', 'blocked'))
  expect(buttons(answer)).toEqual(['Написать в поддержку'])
})

test('people of the staff are not blocked: the card has no button for it, and an old button does nothing', async () => {
  const { setup, openReasons, cardWith, pressButton } = chat
  const { listing_id, author } = await submittedOrder(setup)
  const reason = 'Похоже на обман'
  const reasonCard = await openReasons(listing_id, { button: 'Закрыть доступ', reason })
  const { db } = setup.ctx
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', author.id).execute()
  await pressButton(reasonCard, reason)
  expect(buttons(await cardWith(listing_id, 'Одобрить'))).not.toContain('Закрыть доступ')
  const { status } = await db
    .selectFrom('users')
    .select('status')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('active')
})

test('a rejection is appealed once: the card says why, and the next refusal is the last word', async () => {
  const { setup, maria, cardOf, openReasons, pressButton, orderOf, listing, waitForStatus } = chat
  const vera = await moderatorInChat(setup)
  const { id, listing_id, app, waitForMessage, reply, params } = await orderOf('Чертёж беседки')
  const tapOn = ({ message_id }: Message, text: string) =>
    setup.telegram.post<TapResult>(`/users/${id}/tap`, { message_id, text })
  const rejectListing = async ({ telegram_id } = maria, button = 'Отклонить') => {
    const reason = 'Непонятное задание'
    await pressButton(await openReasons(listing_id, { button, reason, telegram_id }), reason, telegram_id)
    await waitForStatus(listing_id, 'rejected')
  }
  await rejectListing()
  const notice = await waitForMessage('Заказ «Чертёж беседки» не опубликован')
  expect(buttons(notice)).toContain('Обжаловать')
  expect(await reply(notice, 'Обжаловать', 'верните')).toBe(
    'Нужно чуть подробнее: 7 знаков из 20. Попытка не потрачена, напишите ещё раз.',
  )
  expect((await listing(listing_id)).status).toBe('rejected')
  expect(await reply(notice, 'Обжаловать', 'Размеры указаны в тексте')).toContain('Объявление снова')
  expect((await listing(listing_id)).status).toBe('moderation')
  const appealedCard = await cardOf(listing_id, 'Автор не согласен\nРазмеры указаны в тексте')
  expect(appealedCard.text).toMatch(/Первое решение\nЗаказ отклонён: Непонятное задание\nМария, /)
  expect(appealedCard.text).toContain('Второй взгляд: Мария решать не может')
  expect(buttons(appealedCard)).toEqual(expect.arrayContaining(['Опубликовать', 'Оставить решение']))
  // The moderator who rejected the order cannot decide the appeal. Another moderator decides it.
  expect((await pressButton(appealedCard, 'Опубликовать')).answer?.text).toBe(
    errorText('ru', 'own_rejection'),
  )
  await rejectListing(vera, 'Оставить решение')
  const lastNotice = await waitForMessage('Отказ остался в силе, заказ «Чертёж беседки»')
  expect(lastNotice.text).toContain('Решал другой модератор. Причина: Непонятное задание.')
  expect(lastNotice.text).toContain('Исправьте и отправьте снова')
  await placeRows(setup.owner, 'listings', { id: listing_id }, { resubmissions: 3 })
  const { id: task_id } = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const lateNews = await moderationMessages.moderation_appeal_decided.compose(setup.ctx, { task_id }, reader)
  expect(lateNews?.text).toContain('Отправить снова уже нельзя')
  expect(buttons(lastNotice)).not.toContain('Обжаловать')
  expect((await tapOn(notice, 'Обжаловать')).answer).toMatchObject({
    text: errorText('ru', 'already_appealed'),
    show_alert: true,
  })
  const body = { text: 'И всё же размеры в тексте есть' }
  expect(await codeOf(app.call('POST /api/moderation/:listing_id/appeal', { params, body }))).toBe(
    'already_appealed',
  )
  expect((await listing(listing_id)).status).toBe('rejected')
})
