import { beforeAll, describe, expect, test } from 'vitest'
import { openRequests, requestTexts } from './service-scenes.ts'
import type { Message } from './telegram.ts'

/** A request for a service, answered in the bot by buttons and by typing. */

let requests: Awaited<ReturnType<typeof openRequests>>
beforeAll(async () => {
  requests = await openRequests()
  return requests.market.close
})

/** All labels of a message's buttons. */
const labels = (message: Message) => message.reply_markup?.inline_keyboard.flat().map(({ text }) => text)

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const texts = requestTexts[language]

  test('the freelancer accepts, a second press changes nothing, and both messages lead to the deal', async () => {
    const { anna, boris, id, asked } = await requests.createRequest(language)
    expect(labels(asked)?.slice(0, 4)).toEqual(texts.keys)
    expect((await boris.pressButton(asked, texts.keys[0])).answer).toMatchObject({ text: texts.accepted })
    expect(await requests.readRequest(id)).toMatchObject({
      status: 'in_progress',
      executor_id: boris.id,
      price: 1_200_000,
      end_reason: 'accepted',
    })
    expect(labels(await boris.waitForFirstButton(asked, texts.handIn))).toContain(texts.openOrder)
    const again = await requests.market.pressForged(boris, `v1:request:accept:${id}:1200000`)
    expect(again.answer).toMatchObject({ text: texts.changed, show_alert: true })
    expect(await requests.readKinds(anna.id)).toEqual(['service_accepted'])
  }, 120_000)

  test('another price is typed, shown, corrected and sent, and the client agrees to it', async () => {
    const { anna, boris, id, asked } = await requests.createRequest(language)
    await boris.pressButton(asked, texts.keys[1])
    expect((await boris.waitForMessage(texts.ask))?.text).toBe(texts.ask)
    expect((await boris.sendMessage({ text: 'дороже' })).text).toContain(texts.noPrice)
    expect((await boris.sendMessage({ text: '18000 $' })).text).toContain(texts.currency)
    expect((await boris.sendMessage({ text: '12000' })).text).toContain(texts.same)
    const first = await boris.sendMessage({ text: '20000, 9 дней' })
    expect(await requests.readRequest(id)).toMatchObject({ counter_price: null })
    await boris.pressButton(first, texts.previewKeys[1])
    const preview = await boris.sendMessage({ text: '18к за неделю, экранов три' })
    expect(preview.text).toBe(texts.preview)
    expect(labels(preview)).toEqual(texts.previewKeys)
    // Only a preview sends an offer.
    expect((await requests.market.pressForged(boris, `v1:request:send:${id}`)).answer).toMatchObject({
      text: texts.changed,
    })
    await boris.pressButton(preview, texts.previewKeys[0])
    await boris.waitForText(preview, texts.sent)
    expect(await requests.readRequest(id)).toMatchObject({
      status: 'offered',
      counter_price: 1_800_000,
      counter_days: 7,
      counter_reason: 'экранов три',
    })
    const offered = await anna.waitForMessage(texts.offered)
    expect(labels(offered)?.slice(0, 4)).toEqual(texts.clientKeys)
    expect(labels(await boris.waitForFirstButton(asked, texts.keys[2]))).not.toContain(texts.keys[0])
    // The price of the first offer is no longer the one that counts.
    const stale = await requests.market.pressForged(anna, `v1:request:accept:${id}:1200000`)
    expect(stale.answer?.show_alert).toBe(true)
    expect(await requests.readRequest(id)).toMatchObject({ status: 'offered' })
    expect((await anna.pressButton(offered, texts.clientKeys[0])).answer).toMatchObject({
      text: texts.agreed,
    })
    expect(await requests.readRequest(id)).toMatchObject({ status: 'in_progress', price: 1_800_000 })
  }, 180_000)

  test('the freelancer declines with a reason, or goes back to the buttons', async () => {
    const { boris, id, asked } = await requests.createRequest(language)
    await boris.pressButton(asked, texts.keys[2])
    const reasons = await boris.waitForFirstButton(asked, texts.reasons[0])
    expect(labels(reasons)?.slice(0, 4)).toEqual(texts.reasons)
    await boris.pressButton(reasons, texts.reasons[3])
    const back = await boris.waitForFirstButton(asked, texts.keys[0])
    await boris.pressButton(back, texts.keys[2])
    await boris.waitForFirstButton(asked, texts.reasons[0])
    expect((await boris.pressButton(asked, texts.reasons[1])).answer).toMatchObject({ text: texts.declined })
    expect(await requests.readRequest(id)).toMatchObject({ status: 'declined', decline_reason: 'terms' })
  }, 120_000)
})

const texts = requestTexts.ru

test('the freelancer declines without a reason', async () => {
  const { boris, id, asked } = await requests.createRequest('ru')
  await boris.pressButton(asked, texts.keys[2])
  await boris.waitForFirstButton(asked, texts.reasons[0])
  await boris.pressButton(asked, texts.reasons[2])
  expect(await requests.readRequest(id)).toMatchObject({ status: 'declined', decline_reason: null })
}, 120_000)

test('the client refuses the other price, and its message says so', async () => {
  const { anna, boris, id } = await requests.createRequest('ru')
  await boris.call('POST /api/service_requests/:id/counter', {
    params: { id },
    body: { price: 18_000, days: 7, reason: 'экранов три' },
  })
  const offered = await anna.waitForMessage(texts.offered)
  expect((await anna.pressButton(offered, texts.clientKeys[1])).answer).toMatchObject({
    text: texts.withdrawn,
  })
  expect(await requests.readRequest(id)).toMatchObject({ status: 'withdrawn', end_reason: 'withdrawn' })
}, 120_000)

test('a client whose request was declined goes on to the same category, or with a copy of the text', async () => {
  const { anna, boris, id } = await requests.createRequest('ru')
  const { db } = requests.market.setup.ctx
  const { id: category_id } = await db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  await db.updateTable('listings').set({ category_id }).where('id', '=', id).execute()
  await boris.call('POST /api/service_requests/:id/decline', { params: { id }, body: {} })
  const declined = await anna.waitForMessage(texts.refused)
  expect(await anna.call('GET /api/service_requests/:id', { params: { id } })).toMatchObject({ category_id })
  const paths = declined?.reply_markup?.inline_keyboard
    .flat()
    .map((button) => ('web_app' in button && button.web_app ? new URL(button.web_app.url) : null))
    .map((url) => url && url.pathname + url.search)
  expect(paths?.slice(0, 2)).toEqual([
    `/search/freelancer?show=services&category=${category_id}`,
    `/order/create?target=${id}&type=copy`,
  ])
}, 120_000)

test('a request whose time is over has no keys, even before the round that ends it', async () => {
  const { boris, id, asked } = await requests.createRequest('ru')
  await boris.pressButton(asked, texts.keys[1])
  await boris.waitForMessage(texts.ask)
  await requests.market.setup.ctx.db
    .updateTable('service_requests')
    .set({ ends_at: new Date(Date.now() - 1000).toISOString() })
    .where('listing_id', '=', id)
    .execute()
  // The question is over with the request, so that the text answers nothing.
  expect((await boris.sendMessage({ text: '18000, 7 дней' })).text).not.toContain('18 000')
  const { answer } = await boris.pressButton(asked, texts.keys[0])
  expect(answer).toMatchObject({ text: texts.changed, show_alert: true })
  await boris.waitForText(asked, texts.lapsed)
  expect(await requests.readRequest(id)).toMatchObject({ status: 'offered', counter_price: null })
}, 120_000)

test('the client asks about the other price in the chat of the two, and can still answer it', async () => {
  const { anna, boris, id, asked } = await requests.createRequest('ru')
  const forge = (person: typeof anna) => requests.market.pressForged(person, `v1:request:write:${id}`)
  expect((await forge(anna)).answer).toMatchObject({ text: texts.changed, show_alert: true })
  await boris.call('POST /api/service_requests/:id/counter', { params: { id }, body: { price: 18_000 } })
  expect((await forge(boris)).answer).toMatchObject({ text: texts.changed, show_alert: true })
  const offered = await anna.waitForMessage(texts.offered)
  await anna.pressButton(offered, texts.clientKeys[2])
  await anna.waitForMessage('Напишите сообщение')
  await anna.sendMessage({ text: 'Почему экранов три?' })
  await boris.waitForMessage('Почему экранов три?')
  const rooms = await requests.market.setup.ctx.db
    .selectFrom('chat_rooms')
    .select(['kind', 'listing_id'])
    .where('opened_by', '=', anna.id)
    .execute()
  expect(rooms).toEqual([{ kind: 'other', listing_id: null }])
  expect(labels(await boris.waitForFirstButton(asked, texts.keys[2]))).not.toContain('Написать')
  await anna.pressButton(offered, texts.clientKeys[0])
  expect(await requests.readRequest(id)).toMatchObject({ status: 'in_progress', price: 1_800_000 })
}, 120_000)

test('a request without a price is accepted as it is, and asked for another price with an example', async () => {
  const { boris, id, asked } = await requests.createRequest('ru', { price: null })
  await boris.pressButton(asked, texts.keys[1])
  expect((await boris.waitForMessage(texts.ask))?.text).toBe(texts.ask)
  await boris.pressButton(asked, texts.keys[0])
  expect(await requests.readRequest(id)).toMatchObject({ status: 'in_progress', price: null })
}, 120_000)

test('withdrawn in the app, a stale button is refused in words, the message says so and a begun offer is not sent', async () => {
  const { anna, boris, id, asked } = await requests.createRequest('ru')
  await boris.pressButton(asked, texts.keys[1])
  await boris.waitForMessage(texts.ask)
  const preview = await boris.sendMessage({ text: '18000, 7 дней' })
  await anna.call('POST /api/service_requests/:id/withdraw', { params: { id } })
  const sent = await boris.pressButton(preview, texts.previewKeys[0])
  expect(sent.answer).toMatchObject({ text: texts.changed, show_alert: true })
  await boris.waitForText(preview, texts.over)
  const accepted = await requests.market.pressForged(boris, `v1:request:accept:${id}:1200000`)
  expect(accepted.answer).toMatchObject({ text: texts.changed, show_alert: true })
  expect(await requests.readRequest(id)).toMatchObject({ status: 'withdrawn', counter_price: null })
}, 120_000)

test('two open questions: the bot asks which one the typed answer is for', async () => {
  const { anna, boris, id, asked } = await requests.createRequest('ru')
  await boris.pressButton(asked, texts.keys[1])
  await boris.waitForMessage(texts.ask)
  const order = await requests.market.orderOf(anna, { title: 'Афиша' })
  await requests.market.pressForged(boris, `v1:respond:start:${order}`)
  await boris.waitForMessage('Сколько возьмёте')
  const which = await boris.sendMessage({ text: '19000, 8 дней' })
  expect(which.text).toBe(texts.which)
  await boris.pressButton(which, texts.whichKey)
  const preview = await boris.waitForMessage('19 000 ₽, 8 дней.')
  await boris.pressButton(preview as Message, texts.previewKeys[0])
  expect(await requests.readRequest(id)).toMatchObject({ counter_price: 1_900_000, counter_days: 8 })
}, 120_000)

test('a press and a typed answer of somebody else, or of a side that may not, change nothing', async () => {
  const { anna, id } = await requests.createRequest('ru')
  const vera = await requests.market.freelancer('Вера')
  for (const verb of ['accept', 'price', 'send', 'why', 'decline', 'withdraw']) {
    const data = `v1:request:${verb}:${id}${verb === 'accept' ? ':1200000' : ''}`
    const { answer } = await requests.market.pressForged(vera, data)
    expect(answer, verb).toMatchObject({ text: texts.changed, show_alert: true })
  }
  // The client cannot accept or decline the own offer.
  for (const verb of ['accept', 'decline', 'price']) {
    const data = `v1:request:${verb}:${id}${verb === 'accept' ? ':1200000' : ''}`
    expect((await requests.market.pressForged(anna, data)).answer, verb).toMatchObject({
      text: texts.changed,
    })
  }
  expect(await requests.readRequest(id)).toMatchObject({ status: 'offered', counter_price: null })
}, 120_000)

test('words that no client may read are refused, and the answer can be corrected', async () => {
  const { boris, id, asked } = await requests.createRequest('ru')
  await boris.pressButton(asked, texts.keys[1])
  await boris.waitForMessage(texts.ask)
  const preview = await boris.sendMessage({ text: '18000, 7 дней, пишите мне в телеграм @boris_design' })
  expect((await boris.pressButton(preview, texts.previewKeys[0])).answer?.show_alert).toBe(true)
  expect(await requests.readRequest(id)).toMatchObject({ counter_price: null })
  const corrected = await boris.sendMessage({ text: '18000, 7 дней, экранов три' })
  await boris.pressButton(corrected, texts.previewKeys[0])
  expect(await requests.readRequest(id)).toMatchObject({ counter_reason: 'экранов три' })
}, 120_000)
