import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { confirmPayment, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const respondCall = 'POST /api/projects/add_resp'
const page = 'GET /api/projects/:id/full_info'

async function createAnswered(people = 2) {
  const { anna, order } = await publishedOrder(api)
  const params = { id: order.id }
  const responders: Person[] = []
  for (let n = 0; n < people; n++) {
    const person = await freelancer(api)
    await person.call(respondCall, responseTo(order.id, { response_text: `Цена от ${person.id}` }))
    responders.push(person)
  }
  const [boris, vera] = responders as [Person, Person]
  return { anna, boris, vera, order, params }
}
const senders = (responses: { user: { id: number } }[]) => responses.map(({ user }) => user.id)

test('rivals do not see each other; the author sees all, strangers none', async () => {
  const { anna, boris, vera, params } = await createAnswered()
  const stranger = await login(api)
  for (const [person, visibleSenders] of [
    [anna, [boris.id, vera.id]],
    [boris, [boris.id]],
    [vera, [vera.id]],
    [stranger, []],
  ] as const) {
    expect(senders(await person.call('GET /api/projects/:id/responses', { params }))).toEqual(visibleSenders)
    const order = await person.call(page, { params })
    expect(senders(order.responses)).toEqual(visibleSenders)
    expect(order.responses_count).toBe(2)
    if (person !== anna)
      expect(JSON.stringify(order)).not.toContain(`Цена от ${person === boris ? vera.id : boris.id}`)
  }
  const pageForVera = await vera.call(page, { params })
  expect(pageForVera).toMatchObject({ is_responded: true, my_response: { status: 'no_show', place: 2 } })
  expect(await stranger.call(page, { params })).toMatchObject({ is_responded: false, my_response: null })
  const { items } = await vera.call('POST /api/projects', { body: { filters: { author_id: anna.id } } })
  expect(items).toMatchObject([{ responses: [], my_response: { place: 2 } }])
})

test('nobody reads contacts in an order', async () => {
  const { anna, boris, params } = await createAnswered()
  const order = await boris.call(page, { params })
  const [response] = await anna.call('GET /api/projects/:id/responses', { params })
  expect(order.author.telegram_link).toBeNull()
  for (const text of [JSON.stringify(order), JSON.stringify(response)])
    for (const { account } of [anna, boris]) {
      // Names of test people contain the account number, so the test looks for the number only as a JSON value,
      // directly after a colon. User names begin differently from names, so the test looks for them anywhere.
      expect(text).not.toContain(`:${account.id}`)
      expect(text).not.toContain(account.username)
    }
})

test('the author marks responses as seen, of one person or of all', async () => {
  const { anna, boris, vera, order, params } = await createAnswered()
  const showCall = 'POST /api/projects/edit_project_show'
  const statuses = async () =>
    (await anna.call('GET /api/projects/:id/responses', { params })).map(({ status }) => status)
  await anna.call(showCall, { body: { project_id: order.id, user_id: vera.id } })
  expect(await statuses()).toEqual(['no_show', 'shown'])
  // A rival opens the order. This does not mark any response as seen.
  await vera.call(showCall, { body: { project_id: order.id, user_id: boris.id } })
  expect(await statuses()).toEqual(['no_show', 'shown'])
  await anna.call(showCall, { body: { project_id: order.id, user_id: anna.id } })
  expect(await statuses()).toEqual(['shown', 'shown'])
  const [ownResponse] = await boris.call('GET /api/projects/my_responses')
  expect(ownResponse?.status).toBe('shown')
})

test('a boost is saved as a free response first, then paid, then on top', async () => {
  const { anna, boris, order, params } = await createAnswered()
  const boostingFreelancer = await freelancer(api)
  const boostedResponse = await boostingFreelancer.call(
    respondCall,
    responseTo(order.id, { response_type: 20 }),
  )
  expect(boostedResponse).toMatchObject({ response_type: 200, place: 3, place_after_payment: 1 })
  expect(boostedResponse.payment_url).toContain('SignatureValue=')
  const body = { response_id: boostedResponse.id, payment_type: 'response' } as const
  const invoice = await boostingFreelancer.call('POST /pay/generate-payment-robokassa', { body })
  expect(invoice.payment_url).toBe(boostedResponse.payment_url)
  const listingPage = await boostingFreelancer.call(page, { params })
  expect(invoice.amount).toBe(listingPage.response_stake)
  expect(await codeOf(boris.call('POST /pay/generate-payment-robokassa', { body }))).toBe('not_found')
  await confirmPayment(api, invoice)
  const allResponses = await anna.call('GET /api/projects/:id/responses', { params })
  expect(
    allResponses.map(({ id, place, response_type }) => [id === boostedResponse.id, place, response_type]),
  ).toEqual([
    [true, 1, 20],
    [false, 2, 200],
    [false, 3, 200],
  ])
  expect(await codeOf(boostingFreelancer.call('POST /pay/generate-payment-robokassa', { body }))).toBe(
    'already_paid',
  )
})

test('three boosts are sold; the fourth response stays free and is not lost', async () => {
  const { order } = await publishedOrder(api)
  const sendBoosted = async () => {
    const person = await freelancer(api)
    const sentResponse = await person.call(respondCall, responseTo(order.id, { response_type: 20 }))
    return { person, sentResponse }
  }
  for (let n = 0; n < limits.boostSlots; n++) {
    const { person, sentResponse } = await sendBoosted()
    const body = { response_id: sentResponse.id, payment_type: 'response' } as const
    await confirmPayment(api, await person.call('POST /pay/generate-payment-robokassa', { body }))
    api.advanceClock(1000)
  }
  const { person, sentResponse } = await sendBoosted()
  expect(sentResponse).toMatchObject({
    response_type: 200,
    place: 4,
    payment_url: null,
    place_after_payment: null,
  })
  const body = { response_id: sentResponse.id, payment_type: 'response' } as const
  expect(await codeOf(person.call('POST /pay/generate-payment-robokassa', { body }))).toBe('slots_taken')
})
