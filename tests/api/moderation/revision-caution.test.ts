import { beforeAll, describe, expect, test } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { decideTask, paidOrder, publishedOrder, rejectedOrder } from '#tests/support/orders/order-life.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { login } from '#tests/support/people/people.ts'
import { type Edits, openEdits, page, patchCall, suspiciousText } from './revision-scenes.ts'

/** Tests which edits take effect at once, and which wait for a moderator. */

let edits: Edits
beforeAll(async () => {
  edits = await openEdits()
})

test('what deceives nobody changes at once and asks nobody', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const body = { tags: ['срочно'], format: 'part_time' as const, is_remote: false }
  await anna.call(patchCall, { params, body })
  expect(await viewOrder()).toMatchObject({ ...body, status: 'published' })
  expect(await edits.tasks(order.id)).toEqual([])
})

test('a clean edit lives at once and is looked at afterwards', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { region: 'Казань', price: 30_000 } })
  expect(await viewOrder()).toMatchObject({ region: 'Казань', price: 30_000, status: 'published' })
  expect(await edits.tasks(order.id)).toMatchObject([{ state: 'open', flags: [], revision: 'live' }])
})

test('an equal value is no edit', async () => {
  const { anna, order, params } = await edits.publishOrder()
  await anna.call(patchCall, { params, body: { title: order.title, price: 25_000 } })
  expect(await edits.tasks(order.id)).toEqual([])
})

test.each([
  ['the title', { title: 'Совсем другой сайт' }],
  ['a price of twice as much', { price: 50_000 }],
  ['a price of half', { price: 12_500 }],
  ['a price that is gone', { price: null }],
  ['the category', { category_id: 303 }],
  [
    'most of the text',
    { subtitle: 'Теперь это перевозка мебели по городу, две машины и грузчики на весь день.' },
  ],
  ['invisible characters', { region: 'Ка\u200bзань' }],
  ['tags that show a contact', { tags: ['логотип', 't.me/anna_art'] }],
  ['skills that show a contact', { skills: ['пишите @anna_lebedeva'] }],
  ['a place that shows a contact', { region: 'Казань, anna собака mail точка ru' }],
])('%s waits for a moderator while the old version stands', async (_, body) => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const viewBefore = await viewOrder()
  await anna.call(patchCall, { params, body: body as never })
  const viewAfter = await viewOrder()
  for (const name of Object.keys(body))
    expect(viewAfter[name as keyof typeof viewAfter], name).toEqual(
      viewBefore[name as keyof typeof viewBefore],
    )
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: true })
  expect(await edits.tasks(order.id)).toMatchObject([{ revision: 'pending', state: 'open' }])
})

test.each([
  ['a rejection of this month', 29, 'pending'],
  ['a rejection of the month before', 31, 'live'],
])('%s: the clean edit of its author is %s', async (_name, days, state) => {
  const { anna, order, params } = await edits.publishOrder()
  const refusedOrder = await paidOrder(edits.api, {}, anna)
  await decideTask(edits.api, refusedOrder.order.id, 'Добавьте, что именно нужно сделать')
  const decided_at = new Date(edits.api.ctx.now().getTime() - days * 86_400_000).toISOString()
  await placeRows(edits.api.owner, 'moderation_tasks', { listing_id: refusedOrder.order.id }, { decided_at })
  await anna.call(patchCall, { params, body: { region: 'Казань' } })
  expect(await edits.tasks(order.id)).toMatchObject([{ revision: state }])
})

test('an approval of this month, and a rejection of somebody else, hold no edit back', async () => {
  const { anna, order, params } = await edits.publishOrder()
  await rejectedOrder(edits.api)
  await publishedOrder(edits.api, {}, anna)
  await anna.call(patchCall, { params, body: { region: 'Казань' } })
  expect(await edits.tasks(order.id)).toMatchObject([{ revision: 'live' }])
})

test('eleven disguises of a contact wait, each', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const disguises = [
    ...[
      't\u200b.\u200bme/anna_art',
      'теле\u00adграм для связи',
      '＠ａｎｎａ＿ａｒｔ',
      't․me/anna_art',
      'т е л е г р а м',
    ],
    ...['восемь девятьсот двенадцать триста сорок пять шестьдесят семь восемьдесят девять', '8️⃣9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣'],
    ...['anna собака mail точка ru', 'тeлeгpaм', 'wh4ts4pp', '8-9-1-2-3-4-5-6-7-8-9'],
  ]
  expect(disguises).toHaveLength(11)
  for (const disguisedText of disguises) {
    await anna.call(patchCall, { params, body: { subtitle: `${order.subtitle} ${disguisedText}` } })
    expect(await viewOrder(), disguisedText).toMatchObject({ subtitle: order.subtitle })
    expect(await anna.call(page, { params }), disguisedText).toMatchObject({ is_edit_pending: true })
    await anna.call(patchCall, { params, body: { subtitle: order.subtitle } })
  }
})

test('many small steps do not add up to another text', async () => {
  const { anna, order, params, viewOrder } = await edits.publishOrder()
  const list = 'один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать'
  const words = (order.subtitle ?? '').split(' ')
  let liveText = ''
  for (const [n, word] of list.split(' ').entries()) {
    words[n] = `слово-${word}`
    await anna.call(patchCall, { params, body: { subtitle: words.join(' ') } })
    liveText = (await viewOrder()).subtitle ?? ''
  }
  expect(liveText).not.toBe(words.join(' '))
  expect(await anna.call(page, { params })).toMatchObject({ is_edit_pending: true })
})

describe('vacancies', () => {
  test('every long text is checked, the response price is not', async () => {
    const { anna, vacancy } = await publishedVacancy(edits.api)
    const params = { id: vacancy.id }
    const editVacancy = (body: object) => anna.call('PATCH /api/vacancy/:id', { params, body })
    expect(await editVacancy({ response_price: 10 })).toMatchObject({ response_price: 10 })
    expect(await edits.tasks(vacancy.id)).toEqual([])
    // The author sees the edited text. Everybody else sees the old text until a moderator decides.
    expect(await editVacancy({ conditions: suspiciousText })).toMatchObject({ conditions: suspiciousText })
    const stranger = await login(edits.api)
    const vacancyView = await stranger.call('GET /api/vacancy/:id/full_info', { params })
    expect(vacancyView).toMatchObject({ conditions: null })
    expect(await edits.tasks(vacancy.id)).toMatchObject([{ revision: 'pending' }])
  })
})
