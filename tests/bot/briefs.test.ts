import { beforeAll, expect, test } from 'vitest'
import { type PrefilledOrder, readPrefilledOrder } from '#contract/begun-order.ts'
import { createAccount, type Message, openBot, waitForReply } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  setup = await openBot()
})

async function sendToBot(id: number, text: string): Promise<Message> {
  const sentMessage = await setup.telegram.post<Message>(`/users/${id}/send`, { text })
  return waitForReply(setup, id, sentMessage.message_id)
}

const keysOf = (message: Message) => message.reply_markup?.inline_keyboard.flat() ?? []

function prefilledOrderOf(message: Message): PrefilledOrder | null {
  const url = keysOf(message).find(({ text }) => text === 'Открыть черновик')?.web_app?.url
  return url ? readPrefilledOrder(new URL(url).searchParams.get('said') ?? '') : null
}

test('a message that asks for work is offered as a draft of an order', async () => {
  const { id } = await createAccount(setup)
  const text = 'нужен бот на aiogram для записи <в салон>, 40-50 тысяч, до 15 декабря. срочно'
  const offer = await sendToBot(id, text)
  expect(offer.text).toContain('Название: Бот на aiogram для записи <в салон>')
  expect(offer.text).toContain('Категория: Telegram-боты')
  expect(offer.text?.replace(/\s/g, ' ')).toMatch(/Цена: 50 000 ₽/)
  expect(offer.text).toContain('15 декабря')
  expect(offer.text).toContain('Удалённо: да, ничего не сказано')
  expect(prefilledOrderOf(offer)).toMatchObject({
    description: text,
    category_id: 201,
    payment: 'fixed',
    min: 40_000,
    max: 50_000,
    currency_id: 1,
    is_remote: true,
    is_urgent: true,
    skills: ['aiogram'],
  })
  expect(prefilledOrderOf(offer)?.deadline).toMatch(/-12-15$/)
  expect(keysOf(offer).map(({ text }) => text)).toEqual(['Открыть черновик', 'В поддержку', 'Не надо'])
})

test.each(['Спасибо, всё понятно', 'нужен сайт', 'верните 2500 руб за вчерашнее'])(
  '%s is no order, and the bot asks whether to pass it on',
  async (text) => {
    const { id } = await createAccount(setup)
    const offer = await sendToBot(id, text)
    expect(offer.text).toBe('Это сообщение никуда не ушло. Передать его?')
    expect(keysOf(offer).map((key) => key.text)).toEqual(['В поддержку', 'Не надо'])
  },
)

test('of a long message the beginning comes along, and the bot says so', async () => {
  const { id } = await createAccount(setup)
  const offer = await sendToBot(
    id,
    `Нужен логотип для кофейни, 10 тысяч рублей. ${'Подробности о вкусах. '.repeat(60)}`,
  )
  expect(offer.text).toContain('в описание вошло его начало')
  const { description = '' } = prefilledOrderOf(offer) ?? {}
  expect(description).toMatch(/^Нужен логотип для кофейни.*…$/)
  expect(keysOf(offer)[0]?.web_app?.url.length).toBeLessThan(2048)
})

test('what answers a question of the bot is no draft', async () => {
  const { id } = await createAccount(setup)
  expect((await sendToBot(id, '/support')).text).toContain('Напишите, что случилось')
  await setup.telegram.post(`/users/${id}/send`, { text: 'нужен бот для записи, до 50 тысяч, к пятнице' })
  // The bot handles one person's messages in order. A reply to this command therefore arrives after any reply to the
  // text above.
  await sendToBot(id, '/settings')
  const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
  expect(messages.filter(prefilledOrderOf)).toEqual([])
})
