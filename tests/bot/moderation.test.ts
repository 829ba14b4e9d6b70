import { beforeAll, beforeEach, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { undo } from '#services/moderation/decisions/actions.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { createAccount, moderatorInChat, submittedOrder } from './telegram.ts'

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})
beforeEach(() => {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
})

test('a submitted order becomes a card, and approval publishes it and says so on the card', async () => {
  const { setup, cardOf, cardWith, settledCard, pressButton, waitForStatus, topicsOf } = chat
  const subtitle = 'Пишите на anna@example.com <b>скорее</b>'
  const { listing_id } = await submittedOrder(setup, { subtitle })
  const card = await cardOf(listing_id)
  expect(card.text).toContain('Логотип для кофейни')
  expect(card.text).toContain(subtitle)
  expect(card.text).toContain('Проверка: 2 замечания\nконтакты в тексте: «anna@example.com»\nновый автор')
  expect(card.text?.replace(/\s/g, ' ')).toContain('2 500 ₽')
  expect(buttons(card)).toEqual([
    ...['Одобрить', 'Отклонить', 'Взять', 'Спросить автора'],
    ...['Закрыть доступ', 'Открыть в приложении'],
  ])
  expect((await pressButton(card, 'Одобрить')).answer?.text).toBe('Одобрено')
  const publishedListing = await waitForStatus(listing_id, 'published')
  expect(publishedListing.published_at).not.toBeNull()
  expect(
    Date.parse(publishedListing.expires_at ?? '') - Date.parse(publishedListing.published_at ?? ''),
  ).toBe(30 * 86_400_000)
  expect(publishedListing.response_stake).toBe(15_000)
  await cardOf(listing_id, 'Опубликовано')
  // Moderators can take an approved listing down later, without a report. Until then the card keeps one button.
  const decidedCard = await settledCard(listing_id)
  expect(buttons(decidedCard)).toEqual(['Ещё ›'])
  expect(decidedCard.text).toMatch(
    new RegExp(`^Заказ ${listing_id}[^\\n]*\\nЛоготип для кофейни\\n\\nОпубликовано[^\\n]*$`),
  )
  await pressButton(decidedCard, 'Ещё ›')
  const unfoldedCard = await cardWith(listing_id, 'Снять с публикации')
  expect(unfoldedCard.text).toContain(subtitle)
  expect(buttons(unfoldedCard)).toEqual([
    ...['Снять с публикации', 'Снять и предупредить', 'Снять и закрыть доступ', 'Открыть в приложении'],
    'К карточке',
  ])
  await pressButton(unfoldedCard, 'К карточке')
  expect(buttons(await cardWith(listing_id, 'Ещё ›'))).toEqual(['Ещё ›'])
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted', 'listing.published'])
})

test('a long text is cut between characters, and the rest is a press away, page by page, claiming nothing', async () => {
  const { setup, cardOf, cardWith, pressButton } = chat
  const { listing_id, task_id } = await submittedOrder(setup, { subtitle: `Торт ${'🧁'.repeat(2400)} конец` })
  const card = await cardOf(listing_id)
  expect(card.text?.length).toBeLessThan(1700)
  expect(card.text?.isWellFormed()).toBe(true)
  await pressButton(card, 'Весь текст')
  const wholeText = await cardWith(listing_id, 'К карточке')
  expect(wholeText.text).toContain(`Заказ ${listing_id}. Весь текст. Часть 1 из 2`)
  expect(wholeText.text?.length).toBeLessThanOrEqual(4096)
  expect(wholeText.text?.isWellFormed()).toBe(true)
  await pressButton(wholeText, '› 2')
  const lastPageCard = await cardWith(listing_id, '‹ 1')
  expect(lastPageCard.text?.isWellFormed()).toBe(true)
  const joinedText = `${wholeText.text}${lastPageCard.text}`
  expect([...joinedText.matchAll(/🧁/gu)]).toHaveLength(2400)
  expect(joinedText).toContain('конец')
  await pressButton(lastPageCard, 'К карточке')
  await cardWith(listing_id, 'Одобрить')
  expect(await taskOf(setup, task_id)).toEqual({ state: 'open', claimed_by: null })
})

test('a refusal is chosen from reasons and reaches the author’s listing in words', async () => {
  const { setup, cardOf, cardWith, pressButton, waitForStatus, topicsOf } = chat
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await pressButton(card, 'Отклонить')
  const reasons = await cardWith(listing_id, 'Похоже на обман')
  expect(reasons.text).toContain('Проверяет Мария')
  expect(buttons(reasons)).toContain('Своя причина')
  await pressButton(reasons, 'Похоже на обман')
  const rejectedListing = await waitForStatus(listing_id, 'rejected')
  expect(rejectedListing).toMatchObject({ rejection_reason: 'Похоже на обман', published_at: null })
  expect(rejectedListing.rejected_at).not.toBeNull()
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted', 'listing.rejected'])
  await cardOf(listing_id, 'Отклонено, Мария: Похоже на обман')
})

test('a reason in the moderator’s own words is written as an answer to the bot', async () => {
  const { setup, cardOf, cardWith, pressButton, replyToPrompt, waitForStatus } = chat
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await pressButton(card, 'Отклонить')
  await pressButton(await cardWith(listing_id, 'Своя причина'), 'Своя причина')
  await replyToPrompt(listing_id, 'Укажите бюджет')
  expect((await waitForStatus(listing_id, 'rejected')).rejection_reason).toBe('Укажите бюджет')
})

test('a decision is taken back while nobody has been told, and not later', async () => {
  const { setup, maria, cardOf, cardWith, pressButton, listing, waitForStatus, topicsOf } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 1500
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await pressButton(card, 'Одобрить')
  expect((await listing(listing_id)).status).toBe('moderation')
  const undoResult = await pressButton(await cardWith(listing_id, 'Отменить'), 'Отменить')
  expect(undoResult.answer?.text).toBe('Решение отменено')
  // A later decision takes effect, so the one that was taken back would have done so by now.
  const laterOrder = await submittedOrder(setup)
  await pressButton(await cardOf(laterOrder.listing_id), 'Одобрить')
  await waitForStatus(laterOrder.listing_id, 'published')
  expect((await listing(listing_id)).status).toBe('moderation')
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted'])

  await pressButton(await cardWith(listing_id, 'Отклонить'), 'Отклонить')
  await pressButton(await cardWith(listing_id, 'Непонятное задание'), 'Непонятное задание')
  await waitForStatus(listing_id, 'rejected')
  const lateUndo = undo(setup.ctx, { task_id, moderator_id: maria.id })
  await expect(lateUndo).rejects.toMatchObject({ code: 'decision_effective' })
  const task = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'applied_at'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toMatchObject({ state: 'rejected', applied_at: expect.any(String) })
})

test('a stranger in the moderators’ chat is refused and changes nothing', async () => {
  const { setup, cardOf, pressButton } = chat
  const { id } = await createAccount(setup, { groups: ['moderators'] })
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  for (const button of ['Одобрить', 'Отклонить']) {
    const { answer } = await pressButton(card, button, id)
    expect(answer).toMatchObject({ text: 'Решать могут только модераторы', show_alert: true })
  }
  expect(await taskOf(setup, task_id)).toEqual({ state: 'open', claimed_by: null })
  expect(buttons(await cardOf(listing_id))).toContain('Одобрить')
})

test('a review is taken and given back; while somebody holds it, nobody else decides', async () => {
  const { setup, cardOf, cardWith, pressButton } = chat
  const vera = await moderatorInChat(setup)
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  expect((await pressButton(card, 'Взять')).answer?.text).toBe('Проверка за вами на 10 минут')
  expect((await cardOf(listing_id, 'Проверяет Мария')).text).toBeDefined()
  const { answer } = await pressButton(card, 'Одобрить', vera.telegram_id)
  expect(answer).toMatchObject({ text: errorText('ru', 'claimed_by_other'), show_alert: true })
  await pressButton(card, 'Отклонить')
  await pressButton(await cardWith(listing_id, 'Назад'), 'Назад')
  expect((await cardWith(listing_id, 'Взять')).text).not.toContain('держит')
  await pressButton(card, 'Взять')
  const returnedCard = await pressButton(await cardWith(listing_id, 'Вернуть в очередь'), 'Вернуть в очередь')
  expect(returnedCard.answer?.text).toBe('Вернули в очередь')
  await cardWith(listing_id, 'Взять')
  expect((await pressButton(card, 'Одобрить', vera.telegram_id)).answer?.text).toBe('Одобрено')
})

test('nobody decides on an own listing; who is alone does, and the card says so', async () => {
  const { setup, maria, cardOf, pressButton, listing, waitForStatus } = chat
  const { listing_id, author } = await submittedOrder(setup)
  const { db } = setup.ctx
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', author.id).execute()
  const card = await cardOf(listing_id)
  const authorTelegramId = author.telegram_id ?? 0
  await setup.telegram.post('/users', { id: authorTelegramId, first_name: 'Игорь', groups: ['moderators'] })
  for (const button of ['Одобрить', 'Отклонить', 'Взять']) {
    const { answer } = await pressButton(card, button, authorTelegramId)
    expect(answer).toMatchObject({ text: 'Это ваше. О своём решает другой модератор', show_alert: true })
  }
  expect((await listing(listing_id)).status).toBe('moderation')
  const staff = db.updateTable('users').where('role', '<>', 'user').where('id', '<>', author.id)
  const { ADMIN_TELEGRAM_IDS } = setup.ctx.config
  setup.ctx.config.ADMIN_TELEGRAM_IDS = []
  await staff.set({ status: 'blocked' }).execute()
  expect((await pressButton(card, 'Одобрить', authorTelegramId)).answer?.text).toBe('Одобрено')
  await waitForStatus(listing_id, 'published')
  await cardOf(listing_id, 'Решено о своём: других модераторов нет')
  await staff.set({ status: 'active' }).execute()
  setup.ctx.config.ADMIN_TELEGRAM_IDS = ADMIN_TELEGRAM_IDS
  expect(maria.id).not.toBe(author.id)
})

function taskOf({ ctx }: typeof chat.setup, task_id: number) {
  return ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'claimed_by'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
}
