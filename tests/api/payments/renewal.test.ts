import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { expireListings } from '#services/lifecycle/publication/expire.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { casesOf } from '#tests/support/money/money-tables.ts'
import {
  confirmPayment,
  decideTask,
  invoiceFor,
  paidOrder,
  publishedOrder,
} from '#tests/support/orders/order-life.ts'
import { login, moderator, type Person } from '#tests/support/people/people.ts'

const day = 24 * 60 * 60_000
let api: Api
beforeAll(async () => {
  api = await openApi()
})

const rowOf = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'hidden_reason', 'published_at', 'renewed_at', 'expires_at', 'placement_period'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const endOf = async (id: number) => Date.parse((await rowOf(id)).expires_at ?? '')

/** Advances the clock and logs in again, because the session would have expired. */
async function logInAfter(person: Person, ms: number): Promise<Person> {
  api.advanceClock(ms)
  return login(api, person.account)
}

async function renew(person: Person, id: number) {
  const invoice = await invoiceFor(person, id)
  expect((await rowOf(id)).status).toBe('published')
  await confirmPayment(api, invoice)
  return invoice
}

test('a renewal before the end adds a placement to the old end and moves nothing else', async () => {
  const { anna, order } = await publishedOrder(api)
  const rowBefore = await rowOf(order.id)
  const annaLater = await logInAfter(anna, 10 * day)
  await renew(annaLater, order.id)
  const rowAfter = await rowOf(order.id)
  expect(rowAfter).toMatchObject({ status: 'published', published_at: rowBefore.published_at })
  expect(await endOf(order.id)).toBe(
    Date.parse(rowBefore.expires_at ?? '') + rowBefore.placement_period * day,
  )
  const tasks = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.id)
    .execute()
  expect(tasks).toHaveLength(1)
})

test('two listings renewed at the same time are both extended', async () => {
  const { anna, order } = await publishedOrder(api)
  const { order: otherOrder } = await publishedOrder(api, {}, anna)
  const endsBefore = [await endOf(order.id), await endOf(otherOrder.id)]
  const invoices = [await invoiceFor(anna, order.id), await invoiceFor(anna, otherOrder.id)]
  for (const invoice of invoices) await confirmPayment(api, invoice)
  const endsAfter = [await endOf(order.id), await endOf(otherOrder.id)]
  expect(endsAfter).toEqual(endsBefore.map((end) => end + 30 * day))
})

test('it rises in "newest" once in a paid period, and again in the next', async () => {
  const { anna, order } = await publishedOrder(api)
  const renewedAt = async () => (await rowOf(order.id)).renewed_at
  expect(await renewedAt()).toBeNull()
  let person = await logInAfter(anna, 10 * day)
  await renew(person, order.id)
  const first = await renewedAt()
  expect(first).not.toBeNull()
  person = await logInAfter(person, day)
  await renew(person, order.id)
  expect(await renewedAt()).toBe(first)
  person = await logInAfter(person, 25 * day)
  await renew(person, order.id)
  expect(Date.parse((await renewedAt()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
})

test('late money for the first link is a credit, never a silent renewal', async () => {
  const { anna, order } = await publishedOrder(api)
  const first = await invoiceFor(anna, order.id)
  const annaLater = await logInAfter(anna, limits.invoice.ms + 1000)
  const second = await renew(annaLater, order.id)
  const endBefore = await endOf(order.id)
  expect(second.invoice_id).not.toBe(first.invoice_id)
  await confirmPayment(api, first)
  expect(await endOf(order.id)).toBe(endBefore)
  expect(await casesOf(api.ctx.db, first.invoice_id)).toEqual([{ kind: 'double_payment', state: 'open' }])
})

test('a renewal paid while the author hides the order, and one paid after the end', async () => {
  const { anna, order } = await publishedOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const endBefore = await endOf(order.id)
  const hideRequest = { project_id: order.id, is_published: false }
  await anna.call('POST /api/projects/edit_project_is_published', { body: hideRequest as never })
  await confirmPayment(api, invoice)
  expect(await rowOf(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'owner' })
  expect(await endOf(order.id)).toBeGreaterThan(endBefore)

  const { anna: vera, order: otherOrder } = await publishedOrder(api)
  const link = await invoiceFor(vera, otherOrder.id)
  api.advanceClock(31 * day)
  await expireListings(api.ctx, 100)
  expect((await rowOf(otherOrder.id)).status).toBe('expired')
  await confirmPayment(api, link)
  expect((await rowOf(otherOrder.id)).status).toBe('published')
  expect(((await endOf(otherOrder.id)) - api.ctx.now().getTime()) / day).toBeCloseTo(30, 3)
})

test('what a blocked author renews waits hidden', async () => {
  const { anna, order } = await publishedOrder(api)
  const annaLater = await logInAfter(anna, 31 * day)
  await expireListings(api.ctx, 100)
  const invoice = await invoiceFor(annaLater, order.id)
  const olga = await moderator(api)
  await olga.call('POST /api/users/change_system_status', { query: { user_id: anna.id } })
  await confirmPayment(api, invoice)
  expect(await rowOf(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'author_blocked' })
})

test('under review nothing is extended', async () => {
  const { anna, order } = await paidOrder(api)
  await expect(invoiceFor(anna, order.id)).rejects.toMatchObject({ code: 'already_paid' })
})

test('an expired order that is edited and paid again is read before it is seen, and runs from then', async () => {
  const { anna, order } = await publishedOrder(api)
  const annaLater = await logInAfter(anna, 31 * day)
  await expireListings(api.ctx, 10)
  const invoice = await invoiceFor(annaLater, order.id)
  const params = { id: order.id }
  const subtitle = 'Совсем другой текст, которого не читал ни один модератор.'
  await annaLater.call('PATCH /api/projects/:id', { params, body: { subtitle } })
  await confirmPayment(api, invoice)
  expect(await rowOf(order.id)).toMatchObject({ status: 'moderation' })
  const annaWaiting = await logInAfter(annaLater, 3 * day)
  await decideTask(api, order.id)
  const nowMs = api.ctx.now().getTime()
  expect(await rowOf(order.id)).toMatchObject({ status: 'published' })
  expect((await endOf(order.id)) - nowMs).toBeGreaterThan(29.9 * day)
  expect((await rowOf(order.id)).renewed_at).not.toBeNull()
  expect(await annaWaiting.call('GET /api/projects/:id/full_info', { params })).toMatchObject({ subtitle })
})

test('an expired order that is unchanged is seen again at once, also after a small live edit', async () => {
  const { anna, order } = await publishedOrder(api)
  const params = { id: order.id }
  await anna.call('PATCH /api/projects/:id', { params, body: { price: 27_000, tags: ['пекарня'] } })
  const annaLater = await logInAfter(anna, 31 * day)
  await expireListings(api.ctx, 10)
  await confirmPayment(api, await invoiceFor(annaLater, order.id))
  expect(await rowOf(order.id)).toMatchObject({ status: 'published' })
})

test('a file added before the renewal is read as well', async () => {
  const { anna, order } = await publishedOrder(api)
  const annaLater = await logInAfter(anna, 31 * day)
  await expireListings(api.ctx, 10)
  const invoice = await invoiceFor(annaLater, order.id)
  await api.ctx.db
    .insertInto('files')
    .values({
      owner_id: annaLater.id,
      purpose: 'attachment',
      storage_key: crypto.randomUUID(),
      name: 'новое.pdf',
      file_format: 'pdf',
      mime_type: 'application/pdf',
      bytes: 10,
      listing_id: order.id,
      attached_at: api.ctx.now().toISOString(),
    })
    .execute()
  await confirmPayment(api, invoice)
  expect(await rowOf(order.id)).toMatchObject({ status: 'moderation' })
})
