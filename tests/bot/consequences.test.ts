import { beforeAll, expect, test } from 'vitest'
import { login, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, moderatorInChat, waitForReply } from './telegram.ts'

/** Reports, takedowns and appeals through the moderators' chat. */
let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})

type ModeratedOrder = Awaited<ReturnType<typeof chat.orderOf>>

/** Creates a published order, and a person who can report it in the bot. */
async function createPublished(title: string) {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  const order = await chat.orderOf(title)
  await chat.pressButton(await chat.cardOf(order.listing_id), 'Одобрить')
  await chat.waitForStatus(order.listing_id, 'published')
  return order
}

let readers = 7_000_900_000
async function reader(order: ModeratedOrder) {
  const { setup } = chat
  const id = ++readers
  await setup.telegram.post('/users', { id, first_name: 'Борис', language_code: 'ru' })
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`)
  await waitForReply(setup, id, message_id)
  const app: Person = await login({ ctx: setup.ctx, server: order.server }, { id, first_name: 'Борис' })
  return { id, app, waitForMessage: (fragment: string) => waitForMessageTo(id, fragment) }
}

const waitForMessageTo = (id: number, fragment: string) =>
  eventually(async () => {
    const messages = await chat.setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
    return messages.findLast(({ from, text }) => from.is_bot && text?.includes(fragment))
  })

const reportListing = (reporter: { app: Person }, listing_id: number, comment: string) =>
  reporter.app.call('POST /api/reports', {
    body: { subject_type: 'listing', subject_id: listing_id, reason: 'scam', comment },
  })

/** Returns the card that shows moderators the reports about an order. */
const complaintOf = (listing_id: number, fragment = '') =>
  eventually(async () => {
    const messages = await chat.setup.telegram.get<Message[]>(
      `/messages?chat_id=${chat.setup.ctx.config.MODERATORS_CHAT_ID}`,
    )
    return messages.findLast(
      ({ text }) =>
        text?.startsWith('Жалоб') && text.includes(`на заказ ${listing_id}`) && text.includes(fragment),
    )
  })
const complaintWith = (listing_id: number, button: string) =>
  eventually(async () => {
    const card = await complaintOf(listing_id)
    return buttons(card)?.includes(button) && card
  })

test('a report takes the order down: reasons, undo in time, then author and reporters are told', async () => {
  const order = await createPublished('Лёгкий заработок на отзывах')
  const { listing_id } = order
  const boris = await reader(order)
  await reportListing(boris, listing_id, 'Просит 300 рублей за оформление')
  const card = await complaintOf(listing_id)
  expect(card.text).toContain('Жалоба на заказ')
  expect(card.text).toContain('Просит 300 рублей за оформление')
  expect(card.text).toContain('Борис: раньше не жаловался')
  expect(buttons(card)).toEqual([
    ...['Снять с публикации', 'Снять и предупредить', 'Снять и закрыть доступ', 'Жалоба неверна'],
    ...['Взять', 'Открыть в приложении'],
  ])
  chat.setup.ctx.config.MODERATION_UNDO_MS = 60_000
  await chat.pressButton(card, 'Снять и предупредить')
  const reasonCard = await complaintWith(listing_id, 'Похоже на обман')
  expect((await chat.pressButton(reasonCard, 'Похоже на обман')).answer?.text).toBe(
    'Решение принято, его ещё можно отменить',
  )
  await complaintOf(listing_id, 'Мария предупреждает автора: Похоже на обман')
  await chat.pressButton(await complaintWith(listing_id, 'Отменить'), 'Отменить')
  expect((await chat.listing(listing_id)).status).toBe('published')

  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  await chat.pressButton(await complaintWith(listing_id, 'Снять и предупредить'), 'Снять и предупредить')
  await chat.pressButton(await complaintWith(listing_id, 'Своя причина'), 'Своя причина')
  const prompt = await waitForMessageTo(chat.setup.ctx.config.MODERATORS_CHAT_ID, 'Её прочитает автор.')
  expect(prompt).toMatchObject({
    text: `Жалоба на заказ ${listing_id}. Причина\n\nАнна, напишите причину ответом на это сообщение. Её прочитает автор.`,
    reply_to_message: { message_id: card.message_id },
  })
  await chat.replyAsMaria(prompt, 'Просит деньги за анкету')
  expect(await chat.waitForStatus(listing_id, 'hidden')).toMatchObject({ hidden_reason: 'staff' })
  await complaintOf(listing_id, 'Автор предупреждён, Мария: Просит деньги за анкету')
  const notice = await order.waitForMessage('снят с публикации')
  expect(notice.text).toContain('Причина: Просит деньги за анкету.')
  expect(notice.text).toContain('Это предупреждение. После второго за 90 дней')
  expect(buttons(notice)).toEqual(['Обжаловать', 'Правила', 'Поддержка'])
  expect((await boris.waitForMessage('Жалоба подтвердилась')).text).toContain('снят с публикации. Спасибо')
})

test('a takedown is appealed, looked at by another moderator, and the author reads by whom', async () => {
  const order = await createPublished('Настройка рекламы для студии')
  const { listing_id } = order
  const vera = await moderatorInChat(chat.setup)
  const reason = 'Контакты в описании'
  await chat.pressButton(await chat.openReasons(listing_id, { button: 'Снять с публикации', reason }), reason)
  await chat.waitForStatus(listing_id, 'hidden')
  await chat.cardOf(listing_id, 'Снято или удалено, Мария: Контакты в описании')
  const notice = await order.waitForMessage('снят с публикации')
  expect(await order.reply(notice, 'Обжаловать', 'верните')).toContain('7 знаков из 20')
  expect(await order.reply(notice, 'Обжаловать', 'Это не контакт, а образец съёмки')).toContain(
    'Объявление снова',
  )
  const card = await chat.cardOf(listing_id, 'Это не контакт, а образец съёмки')
  expect(card.text).toMatch(/Первое решение\nЗаказ снят с публикации: Контакты в описании\nМария, /)
  await chat.pressButton(card, 'Опубликовать')
  expect((await chat.listing(listing_id)).status).toBe('hidden')
  expect((await chat.pressButton(card, 'Опубликовать', vera.telegram_id)).answer?.text).toBe('Одобрено')
  await chat.waitForStatus(listing_id, 'published')
  const undoNotice = await order.waitForMessage('Решение отменено')
  expect(undoNotice.text).toContain('снова в ленте. Решал другой модератор.')
  expect(buttons(undoNotice)).toEqual(['Открыть заказ'])
})

test('a dismissed report is answered, and its author can be hidden from who complained', async () => {
  const order = await createPublished('Тексты для рассылки')
  const boris = await reader(order)
  await reportListing(boris, order.listing_id, 'Мало платят')
  await chat.pressButton(await complaintOf(order.listing_id), 'Жалоба неверна')
  const answer = await boris.waitForMessage('Нарушения не нашли')
  expect(answer.text).toContain('Заказ «Тексты для рассылки» остаётся')
  expect(buttons(answer)).toEqual(['Скрыть этого человека', 'Открыть заказ'])
  const tapButton = (text: string) =>
    chat.setup.telegram.post<{ answer?: { text: string } }>(`/users/${boris.id}/tap`, {
      message_id: answer.message_id,
      text,
    })
  const readBlocks = async () =>
    (
      await chat.setup.ctx.db
        .selectFrom('user_blocks')
        .select('blocked_id')
        .where('user_id', '=', boris.app.id)
        .execute()
    ).length
  expect((await tapButton('Скрыть этого человека')).answer?.text).toBe('Вы больше не увидите друг друга')
  expect(await readBlocks()).toBe(1)
  // The bot answers the press before it changes the button.
  const path = `/messages?chat_id=${boris.id}`
  await eventually(async () =>
    (await chat.setup.telegram.get<Message[]>(path)).some((one) =>
      buttons(one)?.includes('Показывать снова'),
    ),
  )
  expect((await tapButton('Показывать снова')).answer?.text).toBe('Вы снова видите друг друга')
  expect(await readBlocks()).toBe(0)
})
