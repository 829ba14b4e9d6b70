import type { InlineKeyboardButton } from 'grammy/types'
import { beforeAll, expect, test } from 'vitest'
import { expireListings } from '#services/lifecycle/publication/expire.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { confirmPayment, invoiceFor, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

/** Amendment 4.9 of the specification: an author closes a listing without deleting it and can reopen it. */

const day = 24 * 60 * 60_000
let api: Api
beforeAll(async () => {
  api = await openApi()
})

const changeListing = (person: Person, name: 'close' | 'reopen', id: number) =>
  person.call(`POST /api/projects/${name}/:id`, { params: { id } })
/** Address that a button opens in the mini-app, without the origin. */
const addressOf = (button: InlineKeyboardButton) =>
  'web_app' in button ? button.web_app.url.replace(/^https?:\/\/[^/]+/, '') : undefined
const responseState = (person: Person, id: number) =>
  person.call('GET /api/responses/:id', { params: { id } })
const sendResponse = (person: Person, id: number) =>
  person.call('POST /api/projects/add_resp', responseTo(id))

test('a closed order takes no responses, tells those who wait, and comes back for the rest of its placement', async () => {
  const { anna, order } = await publishedOrder(api)
  const [boris, vera, gleb] = [await freelancer(api), await freelancer(api), await freelancer(api)]
  const dina = await freelancer(api)
  const shortlistedResponse = await sendResponse(dina, order.id)
  const unseenResponse = await sendResponse(boris, order.id)
  const seenResponse = await sendResponse(vera, order.id)
  const declinedResponse = await sendResponse(gleb, order.id)
  await anna.call('POST /api/projects/edit_project_show', {
    body: { project_id: order.id, user_id: vera.id },
  })
  await anna.call('POST /api/responses/:id/decline', { params: { id: declinedResponse.id } })
  await anna.call('POST /api/responses/:id/shortlist', { params: { id: shortlistedResponse.id } })
  const listingBefore = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })

  expect(await codeOf(changeListing(boris, 'close', order.id))).toBe('not_owner')
  expect(await changeListing(anna, 'close', order.id)).toMatchObject({ status: 'archived', is_archive: true })
  expect(await responseState(boris, unseenResponse.id)).toMatchObject({
    status: 'not_chosen',
    end_reason: 'listing_closed',
  })
  expect(await codeOf(sendResponse(await freelancer(api), order.id))).toBe('not_found')
  const passedEvents = api.ctx.db.selectFrom('events').select('id').where('topic', '=', 'responses.passed')
  expect(await passedEvents.execute()).toHaveLength(1)
  expect(await codeOf(changeListing(anna, 'close', order.id))).toBe('wrong_state')
  expect(await codeOf(invoiceFor(anna, order.id))).toBe('already_paid')

  expect(await changeListing(anna, 'reopen', order.id)).toMatchObject({
    status: 'published',
    expires_at: listingBefore.expires_at,
    published_at: listingBefore.published_at,
    responses_count: listingBefore.responses_count,
  })
  expect(await responseState(boris, unseenResponse.id)).toMatchObject({ status: 'no_show', end_reason: null })
  expect(await responseState(vera, seenResponse.id)).toMatchObject({ status: 'shown', end_reason: null })
  expect(await responseState(dina, shortlistedResponse.id)).toMatchObject({
    status: 'shortlisted',
    end_reason: null,
  })
  expect(await responseState(gleb, declinedResponse.id)).toMatchObject({ status: 'declined' })
  expect(await codeOf(sendResponse(await freelancer(api), order.id))).toBe('accepted')
  expect(await codeOf(changeListing(anna, 'reopen', order.id))).toBe('wrong_state')
})

test('the message that an order closed is edited when it opens again', async () => {
  const { anna, order } = await publishedOrder(api)
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  const { id: response_id } = await sendResponse(boris, order.id)
  await sendResponse(vera, order.id)
  await anna.call('POST /api/responses/:id/shortlist', { params: { id: response_id } })
  await changeListing(anna, 'close', order.id)
  const now = api.ctx.now().toISOString()
  await api.ctx.db
    .insertInto('deliveries')
    .values({
      user_id: boris.id,
      kind: 'response_passed',
      lane: 'transactional',
      payload: JSON.stringify({ response_id }),
      dedupe_key: 'response_passed of this test',
      state: 'sent',
      message_id: 77,
      next_at: now,
      created_at: now,
    })
    .execute()
  await changeListing(anna, 'reopen', order.id)
  const drawings = await api.ctx.db
    .selectFrom('deliveries')
    .select(['user_id', 'payload'])
    .where('kind', '=', 'order_drawn')
    .where('user_id', 'in', [boris.id, vera.id])
    .execute()
  const payload = { listing_id: order.id, user_id: boris.id, message_id: 77, reopened: true } as const
  // Only Boris got a message that has to be edited.
  expect(drawings).toEqual([{ user_id: boris.id, payload }])
  for (const [language, words] of [
    ['ru', 'Отклик действует, писать заново не нужно. Вы по-прежнему в коротком списке.'],
    ['en', 'Your response still counts: no need to write again. You’re still on the shortlist.'],
  ] as const) {
    const reader = { chat_id: boris.account.id, user_id: boris.id, language, is_private: true }
    const message = await everyMessage.order_drawn.compose(api.ctx, payload, reader)
    expect(message).toMatchObject({ edit_message_id: 77, text: expect.stringContaining(words) })
    // Shortlisted means that the author has seen the response, which cannot be edited any more.
    expect(message?.keyboard?.map((row) => row.map(addressOf))).toEqual([
      [`/?startapp=page_order___orderId_${order.id}`],
      [`/order/${order.id}?own=withdraw`],
    ])
  }
  // A response that the author has not seen can be edited too.
  await placeRows(api.owner, 'responses', { id: response_id }, { status: 'no_show' })
  const reader = { chat_id: boris.account.id, user_id: boris.id, language: 'ru', is_private: true } as const
  const unseen = await everyMessage.order_drawn.compose(api.ctx, payload, reader)
  expect(unseen?.keyboard?.[1]?.map(({ text }) => text)).toEqual(['Изменить', 'Отозвать отклик'])
  expect(unseen?.keyboard?.[1]?.map(addressOf)[0]).toBe(`/order/${order.id}?own=edit`)
})

test('after its placement a closed order is paid for anew', async () => {
  const { anna, order } = await publishedOrder(api)
  await changeListing(anna, 'close', order.id)
  api.advanceClock(31 * day)
  await expireListings(api.ctx, 100)
  const author = await login(api, anna.account)
  expect(await codeOf(changeListing(author, 'reopen', order.id))).toBe('not_paid')
  await confirmPayment(api, await invoiceFor(author, order.id))
  const reopenedListing = await author.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(reopenedListing.status).toBe('published')
  expect(Date.parse(reopenedListing.expires_at ?? '')).toBeGreaterThan(api.ctx.now().getTime() + 29 * day)
})

test('money that comes after the closing opens nothing: it becomes a free publication', async () => {
  const { anna, order } = await publishedOrder(api)
  const extension = await invoiceFor(anna, order.id)
  await changeListing(anna, 'close', order.id)
  await confirmPayment(api, extension)
  const params = { id: order.id }
  expect((await anna.call('GET /api/projects/:id/full_info', { params })).status).toBe('archived')
  const credits = api.ctx.db.selectFrom('credits').select('product').where('user_id', '=', anna.id)
  expect(await credits.execute()).toEqual([{ product: 'project' }])
})

test('an order with an executor is not closed, nor one that the staff has hidden', async () => {
  const { anna, order } = await publishedOrder(api)
  const { id: response_id } = await sendResponse(await freelancer(api), order.id)
  await anna.call('POST /api/projects/assign_executor/:id', {
    params: { id: order.id },
    query: { response_id },
  })
  expect(await codeOf(changeListing(anna, 'close', order.id))).toBe('executor_working')
  const otherOrder = await publishedOrder(api)
  await placeRows(
    api.owner,
    'listings',
    { id: otherOrder.order.id },
    { status: 'hidden', hidden_reason: 'staff' },
  )
  expect(await codeOf(changeListing(otherOrder.anna, 'close', otherOrder.order.id))).toBe('wrong_state')
})
