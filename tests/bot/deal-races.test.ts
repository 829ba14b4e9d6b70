import { beforeAll, expect, test } from 'vitest'
import { openDeals } from './deal-scenes.ts'

/** Both sides take one step of a deal at the same time, one in the chat and one in the app. */

let deals: Awaited<ReturnType<typeof openDeals>>
beforeAll(async () => {
  deals = await openDeals()
  return deals.market.close
})

test('an acceptance by the button and one in the app at once are one acceptance, and the message ends in it', async () => {
  for (let round = 0; round < 5; round++) {
    const scene = await deals.openAssigned('ru')
    const { anna, boris, order, params } = scene
    const handInMessage = await deals.handIn('ru', scene)
    const [pressed, called] = await Promise.allSettled([
      anna.pressButton(handInMessage, 'Принять'),
      new Promise((resolve) => setTimeout(resolve, round * 5)).then(() =>
        anna.call('POST /api/projects/complete/:id', { params }),
      ),
    ])
    const answer = pressed.status === 'fulfilled' ? pressed.value.answer?.text : undefined
    const winners = [answer === 'Работа принята', called.status === 'fulfilled'].filter(Boolean)
    expect(winners).toHaveLength(1)
    await anna.waitForText(handInMessage, 'Работа принята')
    const { db } = deals.market.setup.ctx
    const person = db.selectFrom('users').select('completed_count').where('id', '=', boris.id)
    expect(await person.executeTakeFirst()).toEqual({ completed_count: 1 })
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('topic', '=', 'listing.completed')
      .execute()
    expect(events.filter(({ payload }) => payload.listing_id === order)).toHaveLength(1)
  }
}, 180_000)

test('a remark in the bot and an acceptance in the app at once leave one state on both messages', async () => {
  for (let round = 0; round < 4; round++) {
    const scene = await deals.openAssigned('ru')
    const { anna, boris, order, params, chosenMessage } = scene
    const handInMessage = await deals.handIn('ru', scene)
    await anna.pressButton(handInMessage, 'На доработку')
    await anna.waitForMessage('Напишите, что поправить')
    const remarkSent = anna.sendMessage({ text: 'Поправьте шапку' })
    await Promise.allSettled([
      remarkSent,
      new Promise((resolve) => setTimeout(resolve, round * 8)).then(() =>
        anna.call('POST /api/projects/complete/:id', { params }),
      ),
    ])
    const { status } = await deals.listing(order)
    // An author may accept work even after returning it, so the order is completed in both cases.
    expect(status).toBe('completed')
    const isReturned = (await deals.readSteps(order)).length === 2
    expect((await remarkSent).text).toBe(
      isReturned
        ? 'Работа возвращена на доработку.'
        : 'С заказом уже что-то произошло, посмотрите в сообщении',
    )
    await anna.waitForText(handInMessage, 'Работа принята')
    await boris.waitForText(chosenMessage, 'Работа принята')
  }
}, 180_000)

test('handing in from the bot and in the app at once is one hand-in', async () => {
  const { anna, boris, order, params, chosenMessage } = await deals.openAssigned('ru')
  await boris.pressButton(chosenMessage, 'Сдать работу')
  const prompt = await boris.waitForMessage('Пришлите ссылку')
  await deals.market.setup.telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Из бота' })
  const filledPrompt = await boris.waitForText(prompt, 'Из бота')
  await Promise.allSettled([
    boris.pressButton(filledPrompt, 'Готово'),
    boris.call('POST /api/projects/hand_in/:id', { params, body: { text: 'Из приложения', file_ids: [] } }),
  ])
  const [step, ...otherSteps] = await deals.readSteps(order)
  expect(otherSteps).toEqual([])
  await anna.waitForMessage(step?.step_text ?? 'nothing')
  await boris.waitForText(prompt, step?.step_text === 'Из бота' ? 'Работа сдана.' : 'Не сдали.')
  await boris.waitForText(chosenMessage, 'Работа сдана.')
}, 120_000)

test('a review in the bot and one in the app at once are one review', async () => {
  const scene = await deals.openAssigned('ru')
  const { anna, order, params } = scene
  const handInMessage = await deals.handIn('ru', scene)
  await anna.call('POST /api/projects/complete/:id', { params })
  await anna.pressButton(await anna.waitForText(handInMessage, 'Работа принята'), 'Оставить отзыв')
  for (const axis of ['Качество: нажмите', 'Срок: нажмите', 'Общение: нажмите'])
    await anna.pressButton(await anna.waitForText(handInMessage, axis), '4 ★')
  const ratingPrompt = await anna.waitForMessage('Ваша оценка: ★★★★☆')
  const body = { listing_id: order, rating: 5, text: null }
  await Promise.allSettled([
    anna.pressButton(ratingPrompt, 'Без слов'),
    anna.call('POST /api/reviews', { body }),
  ])
  const [review, ...otherReviews] = await deals.reviews(order)
  expect(otherReviews).toEqual([])
  await anna.waitForText(handInMessage, `Ваш отзыв: ${review?.rating === 5 ? '★★★★★' : '★★★★☆'}`)
}, 120_000)
