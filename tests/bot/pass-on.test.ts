import { beforeAll, describe, expect, test } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { buttons } from './moderators-chat.ts'
import { roomScenes } from './room-scenes.ts'
import { type Message, openBot, type TapResult } from './telegram.ts'

/** A message that answers no question of the bot goes to the other side of a deal by a press, and nowhere without. */

type Reply = Message & { reply_to_message?: Message }
let setup: Awaited<ReturnType<typeof openBot>>
let scenes: ReturnType<typeof roomScenes>
beforeAll(async () => {
  setup = await openBot()
  scenes = roomScenes(setup)
})

const texts = {
  ru: {
    nowhere: 'Это сообщение никуда не ушло. Передать его?',
    client: 'Заказчику по «Редизайн мини-приложени…»',
    executor: 'Исполнителю по «Редизайн мини-приложени…»',
    rest: ['В поддержку', 'Не надо'],
    sent: 'Отправили в чат: Анна.',
    cancelled: 'Отменили, ничего не отправлено',
    over: 'Эта кнопка больше не работает',
  },
  en: {
    nowhere: 'This message went nowhere. Pass it on?',
    client: 'To the client of “Редизайн мини-приложени…”',
    executor: 'To the freelancer of “Редизайн мини-приложени…”',
    rest: ['To support', 'No, thanks'],
    sent: 'Sent to the chat: Анна.',
    cancelled: 'Cancelled, nothing was sent',
    over: 'This button no longer works',
  },
}

/** A deal in progress between two people who have the bot. */
async function openDeal(language: 'ru' | 'en') {
  const [client, executor] = [await scenes.startPerson(), await scenes.startPerson()]
  const { db } = setup.ctx
  await db
    .updateTable('users')
    .set({ ui_language: language, is_language_chosen: true })
    .where('id', 'in', [client.id, executor.id])
    .execute()
  const listing_id = await insertOrder(setup, client.id, {
    title: 'Редизайн мини-приложения для сети кофеен',
    status: 'in_progress',
    executor_id: executor.id,
  })
  const tapButton = (telegram_id: number, { message_id }: Message, text: string) =>
    setup.telegram.post<TapResult>(`/users/${telegram_id}/tap`, { message_id, text })
  const readChat = () =>
    db
      .selectFrom('chat_messages as message')
      .innerJoin('chat_rooms as room', 'room.id', 'message.room_id')
      .select(['message.sender_id', 'message.content'])
      .where('room.listing_id', '=', listing_id)
      .orderBy('message.id')
      .execute()
  return { client, executor, listing_id, tapButton, readChat }
}

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const words = texts[language]

  test('either side of a deal is offered the other; the press passes that message on, once', async () => {
    const { client, executor, tapButton, readChat } = await openDeal(language)
    const offer = await scenes.sendToBot(executor.telegram_id, { text: 'Когда можно созвониться?' })
    expect(offer.text).toBe(words.nowhere)
    expect(buttons(offer)).toEqual([words.client, ...words.rest])
    expect(await readChat()).toEqual([])
    await tapButton(executor.telegram_id, offer, words.client)
    const confirmation = await eventually(async () => {
      const path = `/messages?chat_id=${executor.telegram_id}&after=${offer.message_id}`
      return (await setup.telegram.get<Reply[]>(path)).find(({ text }) => text === words.sent)
    })
    expect(confirmation.reply_to_message?.text).toBe('Когда можно созвониться?')
    const passed = { sender_id: executor.id, content: 'Когда можно созвониться?' }
    expect(await readChat()).toEqual([passed])
    // The offer is gone, and a reply to the confirmation goes to the same chat.
    const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${executor.telegram_id}`)
    expect(messages.filter(({ text }) => text === words.nowhere)).toEqual([])
    await scenes.sendToBot(executor.telegram_id, {
      text: 'В три?',
      reply_to_message_id: confirmation.message_id,
    })
    const authorOffer = await scenes.sendToBot(client.telegram_id, { text: 'Можно в четыре' })
    expect(buttons(authorOffer)).toEqual([words.executor, ...words.rest])
    await tapButton(client.telegram_id, authorOffer, words.executor)
    await eventually(async () => (await readChat()).length === 3)
    expect((await readChat()).map(({ content }) => content)).toEqual([
      'Когда можно созвониться?',
      'В три?',
      'Можно в четыре',
    ])
  })

  test('“No” and a deal that ended pass nothing on', async () => {
    const { executor, listing_id, tapButton, readChat } = await openDeal(language)
    const first = await scenes.sendToBot(executor.telegram_id, { text: 'Мысли вслух' })
    const answer = await tapButton(executor.telegram_id, first, words.rest[1] ?? '')
    expect(answer.answer?.text).toBe(words.cancelled)
    const second = await scenes.sendToBot(executor.telegram_id, { text: 'Ещё мысли' })
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'completed' })
    const late = await tapButton(executor.telegram_id, second, words.client)
    expect(late.answer).toMatchObject({ text: words.over, show_alert: true })
    expect(await readChat()).toEqual([])
  })
})

test('a client to whom one wrote in a chat is offered too; the author of a general chat is not', async () => {
  const { anna, boris, room_id } = await scenes.openNotifiedRoom()
  expect(buttons(await scenes.sendToBot(anna.telegram_id, { text: 'Добрый!' }))).toEqual(texts.ru.rest)
  const listing_id = await insertOrder(setup, boris.id, { title: 'Логотип' })
  const { db } = setup.ctx
  await db
    .updateTable('chat_rooms')
    .set({ kind: 'project', listing_id, last_message_at: setup.ctx.now().toISOString() })
    .where('id', '=', room_id)
    .execute()
  const offer = await scenes.sendToBot(anna.telegram_id, { text: 'Добрый день!' })
  expect(buttons(offer)).toEqual(['Заказчику по «Логотип»', ...texts.ru.rest])
})

describe('a draft of an order', () => {
  const brief = 'Сделаю логотип для кофейни за 10 тысяч рублей, сдам до 15 декабря'
  const lapsed = { holds_until: new Date(Date.now() - 60_000).toISOString() }

  /** Somebody who asked to write to support ten minutes ago. */
  async function withLapsedQuestion(columns: { is_client: boolean; is_contractor: boolean }) {
    const person = await scenes.startPerson()
    await setup.ctx.db.updateTable('users').set(columns).where('id', '=', person.id).execute()
    await scenes.sendToBot(person.telegram_id, { text: '/support' })
    // The bot stores its question after Telegram has it.
    await eventually(async () => {
      const update = setup.ctx.db.updateTable('bot_prompts').set(lapsed).where('user_id', '=', person.id)
      return (await update.executeTakeFirst()).numUpdatedRows > 0n
    })
    return person
  }

  test('is not made of what a freelancer with an open question writes', async () => {
    const { telegram_id } = await withLapsedQuestion({ is_client: false, is_contractor: true })
    const offer = await scenes.sendToBot(telegram_id, { text: brief })
    expect(offer.text).toContain('Прошло больше десяти минут')
    expect(buttons(offer)).toEqual(['В поддержку', 'Нет'])
  })

  test('is offered in client mode beside the open question, and to who has none', async () => {
    const client = await withLapsedQuestion({ is_client: true, is_contractor: false })
    expect(buttons(await scenes.sendToBot(client.telegram_id, { text: brief }))).toEqual([
      'Открыть черновик',
      'В поддержку',
    ])
    const freelancer = await scenes.startPerson()
    expect(buttons(await scenes.sendToBot(freelancer.telegram_id, { text: brief }))).toEqual([
      'Открыть черновик',
      'В поддержку',
      'Не надо',
    ])
  })
})
