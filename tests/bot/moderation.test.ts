import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildServer } from '#services/api/server.ts'
import { undo } from '#services/moderation/actions.ts'
import { moderationMessages } from '#services/moderation/messages.ts'
import { ask } from '#services/moderation/questions.ts'
import { messages } from '#services/notifications/messages.ts'
import { errorWords } from '#services/words.ts'
import { codeOf } from '#tests/support/call.ts'
import { login } from '#tests/support/people.ts'
import { eventually } from '#tests/workers/stage.ts'
import { authorNotifications } from '#workers/author-notifications.ts'
import { moderation } from '#workers/moderation.ts'
import { moderationDecisions } from '#workers/moderation-decisions.ts'
import { connectQueues } from '#workers/queues.ts'
import { startRelay } from '#workers/relay.ts'
import { startTelegramDelivery } from '#workers/telegram-delivery.ts'
import { type Message, moderator, openBot, said, stranger, submittedOrder, type Tapped } from './telegram.ts'

let stage: Awaited<ReturnType<typeof openBot>>
let maria: Awaited<ReturnType<typeof moderator>>
let server: Awaited<ReturnType<typeof buildServer>>['app']
const chat_id = () => stage.ctx.config.MODERATORS_CHAT_ID

beforeAll(async () => {
  stage = await openBot()
  await stage.telegram.post('/limits', { enabled: false })
  // A group takes few messages a minute, and many cards come here.
  stage.ctx.config.TELEGRAM_RATE_SCALE = 100
  maria = await moderator(stage)
  server = (await buildServer(stage.ctx)).app
  const connection = connectQueues(stage.ctx, 'worker')
  const parts = [
    startRelay(stage.ctx),
    startTelegramDelivery(stage.ctx, { ...messages, ...moderationMessages }),
    moderation.start(stage.ctx, connection),
    moderationDecisions.start(stage.ctx, connection),
    authorNotifications.start(stage.ctx, connection),
  ]
  return async () => {
    for (const part of parts) await part.stop()
    connection.disconnect()
    await server.close()
  }
})
beforeEach(() => {
  stage.ctx.config.MODERATION_UNDO_MS = 0
})

const cardOf = (listing_id: number, text = '') =>
  eventually(async () => {
    const cards = await stage.telegram.get<Message[]>(`/messages?chat_id=${chat_id()}`)
    return cards.findLast((card) => card.text?.startsWith(`Заказ ${listing_id}.`) && card.text.includes(text))
  })

/** The card once it offers a button. */
const cardWith = (listing_id: number, button: string) =>
  eventually(async () => {
    const card = await cardOf(listing_id)
    return buttons(card)?.includes(button) && card
  })

const press = ({ message_id }: Message, text: string, who = maria.telegram_id) =>
  stage.telegram.post<Tapped>(`/users/${who}/tap`, { chat_id: chat_id(), message_id, text })

/** Maria answers what the bot asked her about a review. */
async function writeAbout(task_id: number, text: string): Promise<void> {
  const question = await eventually(async () => {
    const all = await stage.telegram.get<Message[]>(`/messages?chat_id=${chat_id()}`)
    return all.find((message) => message.text?.endsWith(`Номер проверки: ${task_id}`))
  })
  const body = { chat_id: chat_id(), text, reply_to_message_id: question.message_id }
  await stage.telegram.post(`/users/${maria.telegram_id}/send`, body)
}

/** An order whose author has the bot and the app open. */
async function orderOf(title: string) {
  const order = await submittedOrder(stage, { title })
  const id = order.author.telegram_id ?? 0
  await stage.telegram.post('/users', { id, first_name: 'Игорь', language_code: 'ru' })
  const { message_id } = await stage.telegram.post<Message>(`/users/${id}/start`)
  await said(stage, id, message_id)
  const app = await login({ ctx: stage.ctx, server }, { id, first_name: 'Игорь' })
  /** What the bot told them last that says this. */
  const told = (part: string) =>
    eventually(async () => {
      const all = await stage.telegram.get<Message[]>(`/messages?chat_id=${id}`)
      return all.findLast(({ from, text }) => from.is_bot && text?.replace(/\s/g, ' ').includes(part))
    })
  /** Presses the button of a message and answers what the bot asks then. @returns what it says to that */
  const reply = async ({ message_id }: Message, button: string, text: string) => {
    await stage.telegram.post(`/users/${id}/tap`, { message_id, text: button })
    const question = await told(`Номер объявления: ${order.listing_id}`)
    const body = { text, reply_to_message_id: question.message_id }
    const sent = await stage.telegram.post<Message>(`/users/${id}/send`, body)
    return (await said(stage, id, sent.message_id)).text
  }
  return { ...order, id, app, told, reply, params: { listing_id: order.listing_id } }
}

const listing = (id: number) =>
  stage.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const moved = (id: number, status: string) =>
  eventually(async () => (await listing(id)).status === status && listing(id))

const topicsOf = async (listing_id: number) => {
  const rows = await stage.ctx.db.selectFrom('events').select(['topic', 'payload']).orderBy('id').execute()
  return rows.filter(({ payload }) => payload.listing_id === listing_id).map(({ topic }) => topic)
}

const buttons = (card: Message) => card.reply_markup?.inline_keyboard.flat().map(({ text }) => text)

test('a submitted order becomes a card, and approval publishes it and says so on the card', async () => {
  const subtitle = 'Пишите на anna@example.com <b>скорее</b>'
  const { listing_id } = await submittedOrder(stage, { subtitle })
  const card = await cardOf(listing_id)
  expect(card.text).toContain('Логотип для кофейни')
  expect(card.text).toContain(subtitle)
  expect(card.text).toContain('контакты в тексте, новый автор')
  expect(card.text?.replace(/\s/g, ' ')).toContain('2 500 ₽')
  expect(buttons(card)).toEqual([
    ...['Одобрить', 'Отклонить', 'Спросить автора', 'Закрыть доступ'],
    ...['Взять на 10 минут', 'Открыть карточку'],
  ])
  expect((await press(card, 'Одобрить')).answer?.text).toBe('Одобрено')
  const published = await moved(listing_id, 'published')
  expect(published.published_at).not.toBeNull()
  expect(Date.parse(published.expires_at ?? '') - Date.parse(published.published_at ?? '')).toBe(
    30 * 86_400_000,
  )
  expect(published.response_stake).toBe(15_000)
  expect(buttons(await cardOf(listing_id, 'Опубликовано'))).toEqual(['Открыть карточку'])
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted', 'listing.published'])
})

test('a refusal is chosen from reasons and reaches the author’s listing in words', async () => {
  const { listing_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Отклонить')
  const reasons = await cardWith(listing_id, 'Похоже на обман')
  expect(reasons.text).toContain('Смотрит Мария')
  expect(buttons(reasons)).toContain('Другая причина')
  await press(reasons, 'Похоже на обман')
  const rejected = await moved(listing_id, 'rejected')
  expect(rejected).toMatchObject({ rejection_reason: 'Похоже на обман', published_at: null })
  expect(rejected.rejected_at).not.toBeNull()
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted', 'listing.rejected'])
  await cardOf(listing_id, 'Отклонено, Мария: Похоже на обман')
})

test('a reason in the moderator’s own words is written as an answer to the bot', async () => {
  const { listing_id, task_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Другая причина'), 'Другая причина')
  await writeAbout(task_id, 'Укажите бюджет')
  expect((await moved(listing_id, 'rejected')).rejection_reason).toBe('Укажите бюджет')
})

test('a decision is taken back while nobody has been told, and not later', async () => {
  stage.ctx.config.MODERATION_UNDO_MS = 1500
  const { listing_id, task_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Одобрить')
  expect((await listing(listing_id)).status).toBe('moderation')
  const undone = await press(await cardWith(listing_id, 'Отменить'), 'Отменить')
  expect(undone.answer?.text).toBe('Решение отменено')
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect((await listing(listing_id)).status).toBe('moderation')
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted'])

  await press(await cardWith(listing_id, 'Отклонить'), 'Отклонить')
  await press(await cardWith(listing_id, 'Непонятное задание'), 'Непонятное задание')
  await moved(listing_id, 'rejected')
  const late = undo(stage.ctx, { task_id, moderator_id: maria.id })
  await expect(late).rejects.toMatchObject({ code: 'decision_effective' })
  const task = await stage.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'applied_at'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toMatchObject({ state: 'rejected', applied_at: expect.any(String) })
})

test('a stranger in the moderators’ chat is refused and changes nothing', async () => {
  const { id } = await stranger(stage, { groups: ['moderators'] })
  const { listing_id, task_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  for (const button of ['Одобрить', 'Отклонить']) {
    const { answer } = await press(card, button, id)
    expect(answer).toMatchObject({ text: 'Решать могут только модераторы', show_alert: true })
  }
  const task = await stage.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'claimed_by'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toEqual({ state: 'open', claimed_by: null })
  expect(buttons(await cardOf(listing_id))).toContain('Одобрить')
})

test('a question in the moderator’s own words comes to the author, whose answer stands on the card', async () => {
  const { listing_id, task_id, app, told, reply, params } = await orderOf('Вывеска для пекарни')
  await press(await cardOf(listing_id), 'Спросить автора')
  await writeAbout(task_id, 'Какого размера вывеска?')
  const asked = await cardOf(listing_id, 'Ждём ответа автора')
  expect(asked.text).toContain('Вопрос автору: Какого размера вывеска?')
  const question = await told('Какого размера вывеска?')
  expect(question.text).toContain('Модератор спрашивает о заказе «Вывеска для пекарни»')
  expect(buttons(question)).toEqual(['Ответить', 'Открыть заказ'])
  const body = { text: 'Два метра на метр' }
  expect(await app.call('POST /api/moderation/:listing_id/answer', { params, body })).toMatchObject({
    question: null,
  })
  const answered = await cardOf(listing_id, 'Ответ автора: Два метра на метр')
  expect(buttons(answered)).toContain('Одобрить')
  expect(await reply(question, 'Ответить', 'И ещё раз')).toBe(errorWords('ru', 'nothing_asked'))
  await cardOf(listing_id, 'Ответ автора: Два метра на метр')
})

test('the same question twice, as after a death in between, is put to the author once', async () => {
  const { task_id } = await submittedOrder(stage)
  const { db } = stage.ctx
  const act = { task_id, moderator_id: maria.id, in_chat: true }
  const asked = async () => {
    const events = await db
      .selectFrom('events')
      .select('id')
      .where('topic', '=', 'moderation.asked')
      .execute()
    return events.length
  }
  const before = await asked()
  for (const _time of [1, 2]) await ask(stage.ctx, { ...act, question: 'Какой срок?' })
  expect((await asked()) - before).toBe(1)
  await ask(stage.ctx, { ...act, question: 'Какой бюджет?' })
  expect((await asked()) - before).toBe(2)
  const open = db.selectFrom('moderation_questions').select('question').where('task_id', '=', task_id)
  expect(await open.execute()).toEqual([{ question: 'Какой бюджет?' }])
})

test('a review is taken and given back; while somebody holds it, nobody else decides', async () => {
  const vera = await moderator(stage)
  const { listing_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  expect((await press(card, 'Взять на 10 минут')).answer?.text).toBe('Проверка за вами на 10 минут')
  expect((await cardOf(listing_id, 'Смотрит Мария')).text).toBeDefined()
  const { answer } = await press(card, 'Одобрить', vera.telegram_id)
  expect(answer).toMatchObject({ text: errorWords('ru', 'claimed_by_other'), show_alert: true })
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Назад'), 'Назад')
  expect((await cardWith(listing_id, 'Взять на 10 минут')).text).not.toContain('Смотрит')
  await press(card, 'Взять на 10 минут')
  const back = await press(await cardWith(listing_id, 'Вернуть в очередь'), 'Вернуть в очередь')
  expect(back.answer?.text).toBe('Вернули в очередь')
  await cardWith(listing_id, 'Взять на 10 минут')
  expect((await press(card, 'Одобрить', vera.telegram_id)).answer?.text).toBe('Одобрено')
})

test('an author is blocked from the card, learns why, and is let in nowhere', async () => {
  const { listing_id, id, app, told, params } = await orderOf('Лёгкий заработок')
  await press(await cardOf(listing_id), 'Закрыть доступ')
  const because = await cardWith(listing_id, 'Похоже на обман')
  expect(buttons(because)).not.toContain('Непонятное задание')
  expect((await press(because, 'Похоже на обман')).answer?.text).toBe('Доступ автора закрыт')
  const card = await cardOf(listing_id, 'доступ закрыт')
  expect(buttons(card)).not.toContain('Закрыть доступ')
  // What becomes of the order is another decision.
  expect(buttons(card)).toContain('Отклонить')
  expect((await told('закрыт, ваши объявления скрыты')).text).toContain('Причина: Похоже на обман')
  expect(await codeOf(app.call('GET /api/moderation/:listing_id', { params }))).toBe('blocked')
  const { message_id } = await stage.telegram.post<Message>(`/users/${id}/send`, { text: '/settings' })
  expect((await said(stage, id, message_id)).text).toBe(errorWords('ru', 'blocked'))
})

test('people of the staff are not blocked: the card has no button for it, and an old button does nothing', async () => {
  const { listing_id, author } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Закрыть доступ')
  const because = await cardWith(listing_id, 'Похоже на обман')
  const { db } = stage.ctx
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', author.id).execute()
  await press(because, 'Похоже на обман')
  await press(because, 'Назад')
  expect(buttons(await cardWith(listing_id, 'Одобрить'))).not.toContain('Закрыть доступ')
  const { status } = await db
    .selectFrom('users')
    .select('status')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('active')
})

test('a rejection is appealed once: the card says why, and the next refusal is the last word', async () => {
  const { listing_id, app, told, reply, params } = await orderOf('Чертёж беседки')
  const refuse = async (card: Message) => {
    await press(card, 'Отклонить')
    await press(await cardWith(listing_id, 'Непонятное задание'), 'Непонятное задание')
    await moved(listing_id, 'rejected')
  }
  await refuse(await cardOf(listing_id))
  const news = await told('Заказ «Чертёж беседки» не опубликован')
  expect(buttons(news)).toContain('Не согласиться')
  expect(await reply(news, 'Не согласиться', 'Размеры в тексте')).toContain('Объявление снова')
  expect((await listing(listing_id)).status).toBe('moderation')
  await refuse(await cardOf(listing_id, 'Автор не согласен с отказом: Размеры в тексте'))
  const last = await eventually(async () => {
    const message = await told('Заказ «Чертёж беседки» не опубликован')
    return message.message_id !== news.message_id && message
  })
  expect(buttons(last)).not.toContain('Не согласиться')
  expect(await reply(news, 'Не согласиться', 'И всё же')).toBe(errorWords('ru', 'already_appealed'))
  const body = { text: 'И всё же' }
  expect(await codeOf(app.call('POST /api/moderation/:listing_id/appeal', { params, body }))).toBe(
    'already_appealed',
  )
  expect((await listing(listing_id)).status).toBe('rejected')
})
