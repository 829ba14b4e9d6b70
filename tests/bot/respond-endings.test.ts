import { describe, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import {
  fillResponse,
  type NotifiedReader,
  notifyReader,
  openResponding,
  responseText,
  setup,
  textsByLanguage,
} from './respond-scenes.ts'

/**
 * A person begins a response in the chat. The response is then cancelled, interrupted, sent from the app instead, or
 * refused.
 */

openResponding()

describe.each(['ru', 'en'] as const)('an end of responding in the chat, %s', (language) => {
  const texts = textsByLanguage[language]

  test('cancelled, nothing is sent; left alone, it goes on where it stopped', async () => {
    const scene = await notifyReader(language)
    const messageBefore = await scene.readOrderMessage()
    const checkMessage = await fillResponse(scene, texts)
    await scene.pressButton(texts.respond)
    const secondQuestion = await eventually(async () => {
      const lastMessage = await scene.waitForText(texts.check)
      return lastMessage.message_id !== checkMessage.message_id && lastMessage
    })
    await scene.tapButton(texts.cancel, secondQuestion.message_id)
    await scene.waitForText(texts.cancelled)
    await scene.tapButton(texts.send, checkMessage.message_id)
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
    const checkMessage = await fillResponse(scene, texts)
    await placeRows(setup.owner, 'listings', { id: scene.listing_id }, { status: 'archived' })
    await scene.tapButton(texts.send, checkMessage.message_id)
    const goneMessage = await eventually(async () =>
      (await scene.readMessages()).find(
        ({ message_id, text }) => message_id === checkMessage.message_id && text !== checkMessage.text,
      ),
    )
    expect(goneMessage).toMatchObject({ text: texts.gone, keys: undefined })
    expect(await scene.readOrderMessage()).toMatchObject({ text: texts.missing })
    expect(await scene.responses()).toEqual([])
  })

  test('sent from the app meanwhile: one response, and both messages say where it stands', async () => {
    const scene = await notifyReader(language)
    const checkMessage = await fillResponse(scene, texts)
    const app = await scene.openApp()
    const response = { project_id: scene.listing_id, response_text: 'Из приложения', price: 2000 }
    const [tapResult, callResult] = await Promise.all([
      scene.tapButton(texts.send, checkMessage.message_id),
      codeOf(app.call('POST /api/projects/add_resp', { body: { ...response, file_ids: [] } })),
    ])
    expect(tapResult.kind).toBe('callback')
    const [storedResponse, ...otherResponses] = await scene.responses()
    expect(otherResponses).toEqual([])
    expect(storedResponse?.response_text).toBe(
      callResult === 'already_responded' ? responseText : 'Из приложения',
    )
    expect((await scene.waitForText(texts.sent)).message_id).toBe(checkMessage.message_id)
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
    const checkMessage = await fillResponse(scene, texts)
    await Promise.all([
      scene.tapButton(texts.send, checkMessage.message_id),
      scene.tapButton(texts.send, checkMessage.message_id).catch(() => {}),
    ])
    await scene.waitForText(texts.sent)
    expect(await scene.responses()).toHaveLength(1)
  })

  describe('is refused with the product’s own words', () => {
    const expectRefusal = async (scene: NotifiedReader, code: Parameters<typeof errorText>[1]) => {
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
