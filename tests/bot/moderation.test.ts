import { beforeAll, beforeEach, expect, test } from 'vitest'
import { errorText } from '#services/core/i18n.ts'
import { undo } from '#services/moderation/actions.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { moderatorInChat, stranger, submittedOrder } from './telegram.ts'

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})
beforeEach(() => {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
})

test('a submitted order becomes a card, and approval publishes it and says so on the card', async () => {
  const { setup, cardOf, press, moved, topicsOf } = chat
  const subtitle = 'Пишите на anna@example.com <b>скорее</b>'
  const { listing_id } = await submittedOrder(setup, { subtitle })
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

test('a card of a long text full of emoji reaches the chat, cut between characters, and says so', async () => {
  const { setup, cardOf } = chat
  const { listing_id } = await submittedOrder(setup, { subtitle: `Торт ${'🧁'.repeat(2400)}` })
  const { text = '' } = await cardOf(listing_id)
  expect(text.length).toBeGreaterThan(3500)
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text.isWellFormed()).toBe(true)
  expect(text).toContain('Это не весь текст. Целиком он в админке')
})

test('a refusal is chosen from reasons and reaches the author’s listing in words', async () => {
  const { setup, cardOf, cardWith, press, moved, topicsOf } = chat
  const { listing_id } = await submittedOrder(setup)
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
  const { setup, cardOf, cardWith, press, writeAbout, moved } = chat
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Другая причина'), 'Другая причина')
  await writeAbout(task_id, 'Укажите бюджет')
  expect((await moved(listing_id, 'rejected')).rejection_reason).toBe('Укажите бюджет')
})

test('a decision is taken back while nobody has been told, and not later', async () => {
  const { setup, maria, cardOf, cardWith, press, listing, moved, topicsOf } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 1500
  const { listing_id, task_id } = await submittedOrder(setup)
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
  const late = undo(setup.ctx, { task_id, moderator_id: maria.id })
  await expect(late).rejects.toMatchObject({ code: 'decision_effective' })
  const task = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'applied_at'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toMatchObject({ state: 'rejected', applied_at: expect.any(String) })
})

test('a stranger in the moderators’ chat is refused and changes nothing', async () => {
  const { setup, cardOf, press } = chat
  const { id } = await stranger(setup, { groups: ['moderators'] })
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  for (const button of ['Одобрить', 'Отклонить']) {
    const { answer } = await press(card, button, id)
    expect(answer).toMatchObject({ text: 'Решать могут только модераторы', show_alert: true })
  }
  const task = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'claimed_by'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toEqual({ state: 'open', claimed_by: null })
  expect(buttons(await cardOf(listing_id))).toContain('Одобрить')
})

test('a review is taken and given back; while somebody holds it, nobody else decides', async () => {
  const { setup, cardOf, cardWith, press } = chat
  const vera = await moderatorInChat(setup)
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  expect((await press(card, 'Взять на 10 минут')).answer?.text).toBe('Проверка за вами на 10 минут')
  expect((await cardOf(listing_id, 'Смотрит Мария')).text).toBeDefined()
  const { answer } = await press(card, 'Одобрить', vera.telegram_id)
  expect(answer).toMatchObject({ text: errorText('ru', 'claimed_by_other'), show_alert: true })
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Назад'), 'Назад')
  expect((await cardWith(listing_id, 'Взять на 10 минут')).text).not.toContain('Смотрит')
  await press(card, 'Взять на 10 минут')
  const back = await press(await cardWith(listing_id, 'Вернуть в очередь'), 'Вернуть в очередь')
  expect(back.answer?.text).toBe('Вернули в очередь')
  await cardWith(listing_id, 'Взять на 10 минут')
  expect((await press(card, 'Одобрить', vera.telegram_id)).answer?.text).toBe('Одобрено')
})

test('nobody decides on an own listing; who is alone does, and the card says so', async () => {
  const { setup, maria, cardOf, press, listing, moved } = chat
  const { listing_id, author } = await submittedOrder(setup)
  const { db } = setup.ctx
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', author.id).execute()
  const card = await cardOf(listing_id)
  const own = author.telegram_id ?? 0
  await setup.telegram.post('/users', { id: own, first_name: 'Игорь', groups: ['moderators'] })
  for (const button of ['Одобрить', 'Отклонить', 'Взять на 10 минут']) {
    const { answer } = await press(card, button, own)
    expect(answer).toMatchObject({ text: 'Это ваше. О своём решает другой модератор', show_alert: true })
  }
  expect((await listing(listing_id)).status).toBe('moderation')
  const staff = db.updateTable('users').where('role', '<>', 'user').where('id', '<>', author.id)
  const { ADMIN_TELEGRAM_IDS } = setup.ctx.config
  setup.ctx.config.ADMIN_TELEGRAM_IDS = []
  await staff.set({ status: 'blocked' }).execute()
  expect((await press(card, 'Одобрить', own)).answer?.text).toBe('Одобрено')
  await moved(listing_id, 'published')
  await cardOf(listing_id, 'Решено о своём: других модераторов нет')
  await staff.set({ status: 'active' }).execute()
  setup.ctx.config.ADMIN_TELEGRAM_IDS = ADMIN_TELEGRAM_IDS
  expect(maria.id).not.toBe(author.id)
})
