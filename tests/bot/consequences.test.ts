import { beforeAll, expect, test } from 'vitest'
import { login, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, moderatorInChat, said } from './telegram.ts'

/** Reports, takedowns and appeals through the moderators' chat. */
let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})

type Shown = Awaited<ReturnType<typeof chat.orderOf>>

/** A published order, and a person with the bot who can report it. */
async function published(title: string) {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  const order = await chat.orderOf(title)
  await chat.press(await chat.cardOf(order.listing_id), 'Одобрить')
  await chat.moved(order.listing_id, 'published')
  return order
}

let readers = 7_000_900_000
async function reader(order: Shown) {
  const { setup } = chat
  const id = ++readers
  await setup.telegram.post('/users', { id, first_name: 'Борис', language_code: 'ru' })
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
  await said(setup, id, message_id)
  const app: Person = await login({ ctx: setup.ctx, server: order.server }, { id, first_name: 'Борис' })
  return { id, app, told: (part: string) => hears(id, part) }
}

const hears = (id: number, part: string) =>
  eventually(async () => {
    const all = await chat.setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
    return all.findLast(({ from, text }) => from.is_bot && text?.includes(part))
  })

const complain = (who: { app: Person }, listing_id: number, comment: string) =>
  who.app.call('POST /api/reports', {
    body: { subject_type: 'listing', subject_id: listing_id, reason: 'scam', comment },
  })

/** The card of the reports on an order. */
const complaintOf = (listing_id: number, part = '') =>
  eventually(async () => {
    const all = await chat.setup.telegram.get<Message[]>(
      `/messages?chat_id=${chat.setup.ctx.config.MODERATORS_CHAT_ID}`,
    )
    return all.findLast(
      ({ text }) =>
        text?.startsWith('Жалоб') && text.includes(`на заказ ${listing_id}`) && text.includes(part),
    )
  })
const complaintWith = (listing_id: number, button: string) =>
  eventually(async () => {
    const card = await complaintOf(listing_id)
    return buttons(card)?.includes(button) && card
  })

test('a report takes the order down: reasons, undo in time, then author and reporters are told', async () => {
  const order = await published('Лёгкий заработок на отзывах')
  const { listing_id } = order
  const boris = await reader(order)
  await complain(boris, listing_id, 'Просит 300 рублей за оформление')
  const card = await complaintOf(listing_id)
  expect(card.text).toContain('Жалоба на заказ')
  expect(card.text).toContain('Просит 300 рублей за оформление')
  expect(card.text).toContain('Борис: раньше не жаловался')
  expect(buttons(card)).toEqual([
    ...['Снять с публикации', 'Снять и предупредить', 'Снять и закрыть доступ', 'Жалобы неверны'],
    ...['Взять', 'Карточка'],
  ])
  chat.setup.ctx.config.MODERATION_UNDO_MS = 60_000
  await chat.press(card, 'Снять и предупредить')
  const because = await complaintWith(listing_id, 'Похоже на обман')
  expect((await chat.press(because, 'Похоже на обман')).answer?.text).toBe(
    'Решение принято, его ещё можно отменить',
  )
  await complaintOf(listing_id, 'Мария предупреждает автора: Похоже на обман')
  await chat.press(await complaintWith(listing_id, 'Отменить'), 'Отменить')
  expect((await chat.listing(listing_id)).status).toBe('published')

  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  await chat.press(await complaintWith(listing_id, 'Снять и предупредить'), 'Снять и предупредить')
  await chat.press(await complaintWith(listing_id, 'Своя причина'), 'Своя причина')
  const asked = await hears(chat.setup.ctx.config.MODERATORS_CHAT_ID, 'Её прочитает автор.')
  expect(asked).toMatchObject({
    text: `Жалоба на заказ ${listing_id}. Причина\n\nАнна, напишите причину ответом на это сообщение. Её прочитает автор.`,
    reply_to_message: { message_id: card.message_id },
  })
  await chat.write(asked, 'Просит деньги за анкету')
  expect(await chat.moved(listing_id, 'hidden')).toMatchObject({ hidden_reason: 'staff' })
  await complaintOf(listing_id, 'Автор предупреждён, Мария: Просит деньги за анкету')
  const news = await order.told('снят с публикации')
  expect(news.text).toContain('Причина: Просит деньги за анкету.')
  expect(news.text).toContain('Это предупреждение. После второго за 90 дней')
  expect(buttons(news)).toEqual(['Обжаловать', 'Правила', 'Поддержка'])
  expect((await boris.told('Жалоба принята')).text).toContain('снят с публикации. Спасибо')
})

test('a takedown is appealed, looked at by another moderator, and the author reads by whom', async () => {
  const order = await published('Настройка рекламы для студии')
  const { listing_id } = order
  const vera = await moderatorInChat(chat.setup)
  const live = await chat.cardWith(listing_id, 'Снять с публикации')
  await chat.press(live, 'Снять с публикации')
  await chat.press(await chat.cardWith(listing_id, 'Контакты в описании'), 'Контакты в описании')
  await chat.moved(listing_id, 'hidden')
  await chat.cardOf(listing_id, 'Снято или удалено, Мария: Контакты в описании')
  const news = await order.told('снят с публикации')
  expect(await order.reply(news, 'Обжаловать', 'верните')).toContain('7 знаков из 20')
  expect(await order.reply(news, 'Обжаловать', 'Это не контакт, а образец съёмки')).toContain(
    'Объявление снова',
  )
  const card = await chat.cardOf(listing_id, 'Это не контакт, а образец съёмки')
  expect(card.text).toMatch(/Первое решение\nЗаказ снят с публикации: Контакты в описании\nМария, /)
  await chat.press(card, 'Опубликовать')
  expect((await chat.listing(listing_id)).status).toBe('hidden')
  expect((await chat.press(card, 'Опубликовать', vera.telegram_id)).answer?.text).toBe('Одобрено')
  await chat.moved(listing_id, 'published')
  const end = await order.told('Решение отменено')
  expect(end.text).toContain('снова в ленте. Решал другой модератор.')
  expect(buttons(end)).toEqual(['Открыть заказ'])
})

test('a dismissed report is answered, and its author can be hidden from who complained', async () => {
  const order = await published('Тексты для рассылки')
  const boris = await reader(order)
  await complain(boris, order.listing_id, 'Мало платят')
  await chat.press(await complaintOf(order.listing_id), 'Жалобы неверны')
  const answer = await boris.told('Нарушения не нашли')
  expect(answer.text).toContain('Заказ «Тексты для рассылки» остаётся')
  expect(buttons(answer)).toEqual(['Скрыть автора', 'Открыть заказ'])
  const tap = (text: string) =>
    chat.setup.telegram.post<{ answer?: { text: string } }>(`/users/${boris.id}/tap`, {
      message_id: answer.message_id,
      text,
    })
  const blocks = async () =>
    (
      await chat.setup.ctx.db
        .selectFrom('user_blocks')
        .select('blocked_id')
        .where('user_id', '=', boris.app.id)
        .execute()
    ).length
  expect((await tap('Скрыть автора')).answer?.text).toBe('Вы больше не увидите друг друга')
  expect(await blocks()).toBe(1)
  expect((await tap('Показывать снова')).answer?.text).toBe('Вы снова видите друг друга')
  expect(await blocks()).toBe(0)
})
