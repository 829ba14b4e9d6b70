import { describe, expect, test } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { notifyReader, openResponding, responseText, setup, textsByLanguage } from './respond-scenes.ts'

/** A person writes a response in the chat with the bot in four steps: price, currency, text and confirmation. */

openResponding()

describe.each(['ru', 'en'] as const)('responding in the chat, %s', (language) => {
  const texts = textsByLanguage[language]

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
    await scene.sendMessage(responseText)
    const confirmationMessage = await scene.waitForText(texts.check)
    expect(confirmationMessage.keys).toEqual(texts.keys)
    expect(confirmationMessage.rows?.[0]?.[0]).toMatchObject({ style: 'primary' })
    expect(await scene.responses()).toEqual([])
    await setup.restart()
    await scene.tapButton(texts.send, confirmationMessage.message_id)
    const sentMessage = await scene.waitForText(texts.sent)
    expect([sentMessage.message_id, sentMessage.keys]).toEqual([confirmationMessage.message_id, texts.after])
    // The confirmation is also written into the bot's message about the order, and into no other message.
    expect(await scene.readOrderMessage()).toMatchObject({ text: texts.sent, keys: texts.after })
    expect((await scene.readMessages()).filter(({ text }) => text === texts.sent)).toHaveLength(2)
    expect(await scene.responses()).toEqual([
      { status: 'no_show', response_text: responseText, price: 300_000, code: 'RUB' },
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
    await scene.sendMessage(responseText)
    const confirmationMessage = await scene.waitForText(
      language === 'ru' ? '400 TON ≈ 54 000 ₽' : 'TON 400 ≈ ₽54,000',
    )
    await scene.tapButton(texts.send, confirmationMessage.message_id)
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
    await scene.sendMessage(responseText)
    const second = await scene.waitForText('<быстро>')
    await scene.tapButton(texts.change, second.message_id)
    await scene.tapButton(texts.changePrice, second.message_id)
    await scene.waitForText(texts.price)
    await scene.sendMessage('3000 rub')
    const checkMessage = await scene.waitForText(texts.check)
    await scene.tapButton(texts.send, checkMessage.message_id)
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toMatchObject([{ response_text: responseText, price: 300_000 }])
  })

  test('a vacancy takes a letter alone', async () => {
    const scene = await notifyReader(language, { kind: 'vacancy' })
    await scene.pressButton(texts.respond)
    await scene.waitForText(texts.vacancy)
    await scene.sendMessage(responseText)
    const confirmationMessage = await eventually(async () =>
      (await scene.readMessages()).findLast(({ keys }) => keys?.[0]?.[0] === texts.send),
    )
    await scene.tapButton(texts.send, confirmationMessage.message_id)
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toMatchObject([{ price: null, response_text: responseText }])
  })
})
