import { beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { type Orders, openOrders } from './order-scenes.ts'

let setup: Orders
beforeAll(async () => {
  setup = await openOrders()
  return setup.close
})
const notifyReader: Orders['notifyReader'] = (...scene) => setup.notifyReader(...scene)

const textsByLanguage = {
  ru: {
    respond: 'Откликнуться',
    price:
      'Сколько возьмёте за эту работу? Напишите сумму, например 52 000 ₽ или 400 TON. Бюджет заказчика: 2 500 ₽.',
    currency: 'В какой валюте?',
    letter: '3 000 ₽. Теперь письмо заказчику, до 500 знаков.',
    check:
      'Проверьте отклик Вывеска <b> 3 000 ₽ Будет 1-е место из 1 Письмо: 25 знаков Сделаю за неделю <быстро>',
    keys: [['Отправить'], ['Исправить', 'Отмена']],
    send: 'Отправить',
    sent: 'Вывеска <b> Отклик отправлен. Сейчас он 1-й из 1. Напишем, когда его увидят.',
    after: [['Мои отклики', 'Ещё заказы']],
    bad: 'Не поняли сумму.',
    odd: 'Цена в 22 раза выше бюджета. 400 TON — это около 54 000 ₽, а бюджет заказа: 2 500 ₽. Оставить так?',
    keep: 'Оставить так',
    free: 'По договорённости',
    long: 'Получилось 501 знак, нужно до 500. Пришлите короче.',
    words: 'Пришлите письмо текстом, до 500 знаков.',
    change: 'Исправить',
    changePrice: 'Изменить цену',
    changeLetter: 'Изменить письмо',
    cancel: 'Отмена',
    cancelled: 'Отменили, ничего не отправлено',
    phone: 'Сначала подтвердите номер. Потом продолжим с этого места.',
    confirmed: 'Номер подтверждён. Продолжим.',
    gone: 'Не отправили: Отклики больше не принимаются. Ваше письмо осталось выше, в этом чате.',
    closed: 'Вывеска <b> Заказ уже закрыт. Отклики на него больше не принимают.',
    missing: 'Это объявление закрыто или удалено.',
    vacancy: 'Напишите, почему вы подходите, до 500 знаков.',
  },
  en: {
    respond: 'Respond',
    price:
      'How much for this work? Write a sum, for example ₽52,000 or TON 400. The client’s budget: ₽2,500.',
    currency: 'In which currency?',
    letter: '₽3,000. Now a message to the client, up to 500 characters.',
    check:
      'Check your response Вывеска <b> ₽3,000 It will be 1 of 1 Message: 25 characters Сделаю за неделю <быстро>',
    keys: [['Send'], ['Edit', 'Cancel']],
    send: 'Send',
    sent: 'Вывеска <b> Response sent. It is 1 of 1 now. We will write when it is seen.',
    after: [['My responses', 'More orders']],
    bad: 'We could not read the sum.',
    odd: 'The price is 22 times above the budget. TON 400 is about ₽54,000, and the budget of the order is ₽2,500. Keep it?',
    keep: 'Keep it',
    free: 'Negotiable',
    long: 'That is 501 characters, the limit is 500. Send a shorter one.',
    words: 'Send the message as text, up to 500 characters.',
    change: 'Edit',
    changePrice: 'Change price',
    changeLetter: 'Change message',
    cancel: 'Cancel',
    cancelled: 'Cancelled, nothing was sent',
    phone: 'Confirm your phone first. Then we go on from here.',
    confirmed: 'Your phone is confirmed. Let us go on.',
    gone: 'Not sent: Responses are closed. Your message stays above in this chat.',
    closed: 'Вывеска <b> The order is closed. It takes no more responses.',
    missing: 'This listing was closed or deleted.',
    vacancy: 'Write why you are the right person, up to 500 characters.',
  },
}
const letter = 'Сделаю за неделю <быстро>'

type Scene = Awaited<ReturnType<Orders['notifyReader']>>

describe.each(['ru', 'en'] as const)('responding in the chat, %s', (language) => {
  const texts = textsByLanguage[language]

  /** Responds up to the final check, with a price and a text. */
  async function fillResponse(scene: Scene) {
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.price)
    await scene.sendMessage('3 000 ₽')
    await scene.waitForText(texts.letter)
    await scene.sendMessage(letter)
    return scene.waitForText(texts.check)
  }

  test('price, currency, letter, check, sent: with the bot started anew at each step', async () => {
    const scene = await notifyReader(language)
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.price)
    await setup.restart()
    await scene.sendMessage('3 тысячи')
    const currencyQuestion = await scene.waitForText(texts.currency)
    expect(currencyQuestion.keys?.[0]?.[0]).toBe(language === 'ru' ? '3 000 ₽' : '₽3,000')
    await setup.restart()
    await scene.tapButton('₽', currencyQuestion.message_id)
    await scene.waitForText(texts.letter)
    await setup.restart()
    await scene.sendMessage(letter)
    const check = await scene.waitForText(texts.check)
    expect(check.keys).toEqual(texts.keys)
    expect(check.rows?.[0]?.[0]).toMatchObject({ style: 'primary' })
    expect(await scene.responses()).toEqual([])
    await setup.restart()
    await scene.tapButton(texts.send, check.message_id)
    const sentMessage = await scene.waitForText(texts.sent)
    expect([sentMessage.message_id, sentMessage.keys]).toEqual([check.message_id, texts.after])
    // Only the message about the order repeats the confirmation.
    expect(await scene.readOrderMessage()).toMatchObject({ text: texts.sent, keys: texts.after })
    expect((await scene.readMessages()).filter(({ text }) => text === texts.sent)).toHaveLength(2)
    expect(await scene.responses()).toEqual([
      { status: 'no_show', response_text: letter, price: 300_000, code: 'RUB' },
    ])
    const app = await scene.openApp()
    const ownResponses = await app.call('GET /api/responses', { query: { kind: 'order' } })
    expect(ownResponses.items).toMatchObject([{ project_id: scene.listing_id, price: 3000, place: 1 }])
  })

  test('the question names what orders of the speciality cost, where there are figures of it', async () => {
    const { ctx } = setup
    const figures = { low: 1_500_000, middle: 2_000_000, high: 4_000_000, prices: 30, people: 12 }
    const priceRow = { category_id: 101, ...figures, counted_at: ctx.now().toISOString() }
    await ctx.db.insertInto('category_prices').values(priceRow).execute()
    try {
      const scene = await notifyReader(language)
      await scene.pressButton(texts.respond)
      const usualPrice =
        language === 'ru' ? 'Похожие заказы: 15 000 ₽ – 40 000 ₽.' : 'Similar orders: ₽15,000 – ₽40,000.'
      await scene.waitForText(`${texts.price} ${usualPrice}`)
    } finally {
      await ctx.db.deleteFrom('category_prices').execute()
    }
  })

  test('what is no sum is asked again; a price far from the budget is asked about once', async () => {
    const scene = await notifyReader(language)
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.price)
    await scene.sendMessage('договоримся')
    await scene.waitForText(texts.bad)
    await scene.sendMessage('400 TON')
    const oddPriceQuestion = await scene.waitForText(texts.odd)
    await scene.tapButton(texts.keep, oddPriceQuestion.message_id)
    await scene.waitForText(language === 'ru' ? /^400 TON\. Теперь/ : /^TON 400\. Now/)
    await scene.sendMessage(letter)
    const check = await scene.waitForText(language === 'ru' ? '400 TON ≈ 54 000 ₽' : 'TON 400 ≈ ₽54,000')
    await scene.tapButton(texts.send, check.message_id)
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toMatchObject([{ price: 40_000, code: 'TON' }])
  })

  test('a letter has its bounds, both are written anew before Send, and a price is not needed', async () => {
    const scene = await notifyReader(language)
    await scene.pressButton(texts.respond)
    const priceQuestion = await scene.waitForText(texts.price)
    await scene.tapButton(texts.free, priceQuestion.message_id)
    await eventually(async () => (await scene.readMessages()).at(-1)?.message_id !== priceQuestion.message_id)
    await scene.sendMessage('я'.repeat(501))
    await scene.waitForText(texts.long)
    const photo = { name: 'a.jpg', base64: Buffer.from('снимок').toString('base64') }
    await scene.sendMessage({ photo })
    await scene.waitForText(texts.words)
    await scene.sendMessage('Первое письмо')
    const first = await eventually(async () =>
      (await scene.readMessages()).findLast(({ keys }) => keys?.[0]?.[0] === texts.send),
    )
    await scene.tapButton(texts.change, first.message_id)
    await scene.tapButton(texts.changeLetter, first.message_id)
    await eventually(async () => (await scene.readMessages()).at(-1)?.message_id !== first.message_id)
    await scene.sendMessage(letter)
    const second = await scene.waitForText('<быстро>')
    await scene.tapButton(texts.change, second.message_id)
    await scene.tapButton(texts.changePrice, second.message_id)
    await scene.waitForText(texts.price)
    await scene.sendMessage('3000 rub')
    const checkMessage = await scene.waitForText(texts.check)
    await scene.tapButton(texts.send, checkMessage.message_id)
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toMatchObject([{ response_text: letter, price: 300_000 }])
  })

  test('cancelled, nothing is sent; left alone, it goes on where it stopped', async () => {
    const scene = await notifyReader(language)
    const messageBefore = await scene.readOrderMessage()
    const check = await fillResponse(scene)
    await scene.pressButton(texts.respond)
    const secondQuestion = await eventually(async () => {
      const lastMessage = await scene.waitForText(texts.check)
      return lastMessage.message_id !== check.message_id && lastMessage
    })
    await scene.tapButton(texts.cancel, secondQuestion.message_id)
    await scene.waitForText(texts.cancelled)
    await scene.tapButton(texts.send, check.message_id)
    expect(await scene.responses()).toEqual([])
    expect(await scene.readOrderMessage()).toEqual(messageBefore)
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.price)
  })

  test('who has not confirmed the phone is asked for it, and goes on from there', async () => {
    const scene = await notifyReader(language, { verified: false })
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.phone)
    await setup.restart()
    await setup.telegram.post(`/users/${scene.id}/contact`)
    await scene.waitForText(texts.price)
    expect((await scene.readMessages()).map(({ text }) => text)).toContain(texts.confirmed)
    await scene.sendMessage('3 000 ₽')
    await scene.waitForText(texts.letter)
  })

  test('an order that closed while it was written is told so, and nothing is sent', async () => {
    const scene = await notifyReader(language)
    const check = await fillResponse(scene)
    await placeRows(setup.owner, 'listings', { id: scene.listing_id }, { status: 'archived' })
    await scene.tapButton(texts.send, check.message_id)
    const goneMessage = await eventually(async () =>
      (await scene.readMessages()).find(
        ({ message_id, text }) => message_id === check.message_id && text !== check.text,
      ),
    )
    expect(goneMessage).toMatchObject({ text: texts.gone, keys: undefined })
    expect(await scene.readOrderMessage()).toMatchObject({ text: texts.missing })
    expect(await scene.responses()).toEqual([])
  })

  test('a vacancy takes a letter alone', async () => {
    const scene = await notifyReader(language, { kind: 'vacancy' })
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.vacancy)
    await scene.sendMessage(letter)
    const check = await eventually(async () =>
      (await scene.readMessages()).findLast(({ keys }) => keys?.[0]?.[0] === texts.send),
    )
    await scene.tapButton(texts.send, check.message_id)
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toMatchObject([{ price: null, response_text: letter }])
  })

  test('sent from the app meanwhile: one response, and both messages say where it stands', async () => {
    const scene = await notifyReader(language)
    const check = await fillResponse(scene)
    const app = await scene.openApp()
    const response = { project_id: scene.listing_id, response_text: 'Из приложения', price: 2000 }
    const [tapResult, callResult] = await Promise.all([
      scene.tapButton(texts.send, check.message_id),
      codeOf(app.call('POST /api/projects/add_resp', { body: { ...response, file_ids: [] } })),
    ])
    expect(tapResult.kind).toBe('callback')
    const [storedResponse, ...otherResponses] = await scene.responses()
    expect(otherResponses).toEqual([])
    expect(storedResponse?.response_text).toBe(callResult === 'already_responded' ? letter : 'Из приложения')
    expect((await scene.waitForText(texts.sent)).message_id).toBe(check.message_id)
    expect(await scene.readOrderMessage()).toMatchObject({ text: texts.sent, keys: texts.after })
  })

  test('a response from the app stands on the message in the chat, which nobody has pressed', async () => {
    const scene = await notifyReader(language)
    const app = await scene.openApp()
    const response = { project_id: scene.listing_id, response_text: 'Из приложения', price: 2000 }
    await app.call('POST /api/projects/add_resp', { body: { ...response, file_ids: [] } })
    await eventually(async () => (await scene.readOrderMessage()).text === texts.sent)
    expect((await scene.readOrderMessage()).keys).toEqual(texts.after)
  })

  test('Send pressed twice sends once', async () => {
    const scene = await notifyReader(language)
    const check = await fillResponse(scene)
    await Promise.all([
      scene.tapButton(texts.send, check.message_id),
      scene.tapButton(texts.send, check.message_id).catch(() => {}),
    ])
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toHaveLength(1)
  })

  describe('is refused with the product’s own words', () => {
    const expectRefusal = async (scene: Scene, code: Parameters<typeof errorText>[1]) => {
      const { answer } = await scene.tapButton(texts.respond, scene.message_id)
      expect(answer).toMatchObject({ text: errorText(language, code), show_alert: true })
      expect(await scene.responses()).toEqual([])
    }

    test('a closed order', async () => {
      const scene = await notifyReader(language)
      await placeRows(setup.owner, 'listings', { id: scene.listing_id }, { status: 'in_progress' })
      await expectRefusal(scene, 'executor_chosen')
      expect((await scene.readOrderMessage()).text).toBe(texts.closed)
    })

    test('the day’s limit', async () => {
      const scene = await notifyReader(language)
      for (let sentCount = 0; sentCount < 30; sentCount++) {
        const listing_id = await insertOrder(setup, setup.author)
        const row = { listing_id, user_id: scene.user_id, response_text: 'Сделаю' }
        await setup.ctx.db.insertInto('responses').values(row).execute()
      }
      const { answer } = await scene.tapButton(texts.respond, scene.message_id)
      expect(answer).toMatchObject({ text: errorText(language, 'too_many_responses'), show_alert: true })
    })

    test('somebody whose access is closed', async () => {
      const scene = await notifyReader(language)
      const { db } = setup.ctx
      await db.updateTable('users').set({ status: 'blocked' }).where('id', '=', scene.user_id).execute()
      const { answer } = await scene.tapButton(texts.respond, scene.message_id)
      expect(answer?.show_alert).toBe(true)
      expect(await scene.responses()).toEqual([])
    })

    test('somebody who has blocked the author', async () => {
      const scene = await notifyReader(language)
      const blockPair = { user_id: scene.user_id, blocked_id: setup.author }
      await setup.ctx.db.insertInto('user_blocks').values(blockPair).execute()
      await expectRefusal(scene, 'blocked_pair')
    })

    test('the own order', async () => {
      const scene = await notifyReader(language)
      await placeRows(setup.owner, 'listings', { id: scene.listing_id }, { author_id: scene.user_id })
      await expectRefusal(scene, 'own_listing')
    })
  })
})
