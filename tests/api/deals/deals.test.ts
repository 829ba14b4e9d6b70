import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { acceptUnanswered, remindOfAnswers, remindOfDates } from '#services/lifecycle/deals/schedule.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { fetchFile, send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { assignedOrder } from './running-work.ts'

/** Work from the choice of an executor to the reviews, as seen by both sides, by strangers and by scheduled jobs. */

const day = 86_400_000
let api: Api
let clockOffsetMs = 0

beforeAll(async () => {
  api = await openApi()
  const { now } = api.ctx
  api.ctx.now = () => new Date(now().getTime() + clockOffsetMs)
})

const page = (person: Person, id: number) =>
  person.call('GET /api/projects/:id/full_info', { params: { id } })
const inOwnOrders = async (person: Person) =>
  (await person.call('POST /api/projects', { body: { filters: { author_id: person.id } } })).items[0]?.deal
const inOwnResponses = async (person: Person) =>
  (await person.call('GET /api/responses', { query: { kind: 'order' } })).items[0]?.project?.deal
const handIn = (person: Person, id: number, body: object = { text: 'Готово.' }) =>
  person.call('POST /api/projects/hand_in/:id', { params: { id }, body })
const returnWork = (person: Person, id: number, body: object = {}) =>
  person.call('POST /api/projects/return/:id', { params: { id }, body: { text: 'Мелкий шрифт.', ...body } })

/**
 * Moves the return date and the due date of a deal into the past. The clock is not moved, because the sessions would
 * expire.
 */
const setDueIn = (id: number, ms: number) =>
  sql`update listings set returned_at = returned_at - ${ms} * interval '1 ms', due_at = due_at - ${ms} * interval '1 ms'
    where id = ${id}`.execute(api.owner)

async function deliveriesAbout(listing_id: number) {
  const rows = await api.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'user_id'])
    .where('kind', 'like', 'work_%')
    .orderBy('id')
    .execute()
  const deliveries = await api.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'user_id', 'payload'])
    .execute()
  const listingDeliveries = deliveries.filter(
    ({ payload }) => (payload as { listing_id?: number }).listing_id === listing_id,
  )
  return rows
    .filter(({ kind, user_id }) =>
      listingDeliveries.some((one) => one.kind === kind && one.user_id === user_id),
    )
    .map(({ kind, user_id }) => [kind, user_id])
}

test('the agreed price, currency and date stand for both sides from the choice on, and for nobody else', async () => {
  const deadline = new Date(Date.now() + 30 * day).toISOString()
  const { anna, order } = await publishedOrder(api, { price: 50_000, deadline })
  const boris = await freelancer(api)
  const responseBody = responseTo(order.id, { price: 420, currency: 'USDT' })
  const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseBody)
  expect((await page(anna, order.id)).deal).toBeNull()
  const params = { id: order.id }
  const assignment = await anna.call('POST /api/projects/assign_executor/:id', {
    params,
    query: { response_id },
  })
  const deal = {
    stage: 'work',
    price: 420,
    currency: { code: 'USDT' },
    due_at: deadline,
    handed_in_at: null,
    steps: [],
  }
  expect(assignment.deal).toMatchObject(deal)
  expect((await page(boris, order.id)).deal).toEqual(assignment.deal)
  const [room] = await boris.call('GET /chat/user_rooms/:id', { params: { id: boris.id } })
  expect(room?.listing?.agreement).toMatchObject({
    price: 420,
    currency: { code: 'USDT' },
    due_at: deal.due_at,
  })
  expect(await inOwnOrders(anna)).toEqual(assignment.deal)
  expect(await inOwnResponses(boris)).toEqual(assignment.deal)
  const stranger = await freelancer(api)
  expect((await page(stranger, order.id)).deal).toBeNull()
  await stranger.call('POST /favorites/add_project', { body: { project_id: order.id } })
  expect((await stranger.call('GET /favorites/projects', { query: {} })).items).toMatchObject([
    { deal: null },
  ])
})

test('work is handed in with words, a link and a file, comes back with a remark, is handed in anew and accepted', async () => {
  const { anna, boris, order } = await assignedOrder(api)
  const { file } = await send(api, boris, { name: 'Экраны.pdf', bytes: pdf })
  const first = await handIn(boris, order.id, {
    text: 'Готовы экраны.',
    link: 'https://example.org/a',
    file_ids: [file.id],
  })
  expect(first.deal).toMatchObject({
    stage: 'handed_in',
    steps: [
      { kind: 'hand_in', text: 'Готовы экраны.', link: 'https://example.org/a', files: [{ id: file.id }] },
    ],
  })
  const [step] = (await page(anna, order.id)).deal?.steps ?? []
  for (const deal of [await inOwnOrders(anna), await inOwnResponses(boris)])
    expect(deal).toEqual({ ...first.deal, steps: [] })
  expect(await fetchFile(api, step?.files[0]?.file_url ?? '')).toMatchObject({ status: 200 })
  // Files of handed-in work cannot be deleted.
  expect(await codeOf(boris.call('DELETE /api/files/delete', { body: { id: file.id } }))).toBe('wrong_state')

  const due_at = new Date(Date.now() + 3 * day).toISOString()
  const returnedWork = await returnWork(anna, order.id, { due_at })
  expect(returnedWork.deal).toMatchObject({ stage: 'work', handed_in_at: null, due_at })
  expect(returnedWork.deal?.steps.map(({ kind }) => kind)).toEqual(['hand_in', 'return'])
  expect((await page(boris, order.id)).deal).toMatchObject({ stage: 'work', due_at })
  const reader = { user_id: boris.id, chat_id: 1, language: 'ru', is_private: true } as const
  const readNews = () => everyMessage.work_returned.compose(api.ctx, { listing_id: order.id }, reader)
  expect(await readNews()).toMatchObject({ text: expect.any(String) })

  await handIn(boris, order.id)
  // Work that was handed in anew meanwhile is returned no more.
  expect(await readNews()).toBeNull()
  const completedOrder = await anna.call('POST /api/projects/complete/:id', { params: { id: order.id } })
  expect(completedOrder).toMatchObject({ status: 'completed', deal: { stage: 'accepted' } })
  expect(await deliveriesAbout(order.id)).toEqual([
    ['work_handed_in', anna.id],
    ['work_returned', boris.id],
    ['work_handed_in', anna.id],
  ])
  await anna.call('POST /api/reviews', { body: { listing_id: order.id, rating: 5, text: 'Спасибо' } })
  for (const party of [anna, boris]) expect((await page(party, order.id)).deal?.stage).toBe('accepted')
  await boris.call('POST /api/reviews', { body: { listing_id: order.id, rating: 4 } })
  expect((await page(anna, order.id)).deal).toMatchObject({ stage: 'reviewed' })
})

test('each act is for one person and one stage, and a second tap does nothing', async () => {
  const { anna, boris, order } = await assignedOrder(api)
  const stranger = await client(api)
  for (const person of [anna, stranger]) expect(await codeOf(handIn(person, order.id))).toBe('not_owner')
  expect(await codeOf(handIn(boris, order.id, {}))).toBe('invalid_input')
  const strangersFile = await send(api, stranger, { name: 'Чужое.pdf', bytes: pdf })
  expect(await codeOf(handIn(boris, order.id, { file_ids: [strangersFile.file.id] }))).toBe('invalid_input')
  expect(await codeOf(returnWork(anna, order.id))).toBe('wrong_state')
  const handIns = await Promise.allSettled([handIn(boris, order.id), handIn(boris, order.id)])
  expect(handIns.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await page(anna, order.id)).deal?.steps).toHaveLength(1)
  for (const person of [boris, stranger]) expect(await codeOf(returnWork(person, order.id))).toBe('not_owner')
  expect(await codeOf(returnWork(anna, order.id, { text: ' ' }))).toBe('invalid_input')
  expect(await codeOf(returnWork(anna, order.id, { due_at: '2020-01-01' }))).toBe('invalid_input')
  await returnWork(anna, order.id)
  expect(await codeOf(returnWork(anna, order.id))).toBe('wrong_state')
})

test('work that was handed in is answered before the choice is taken back; the other side of a race is refused', async () => {
  const { anna, boris, order, params } = await assignedOrder(api)
  const releaseExecutor = () => anna.call('POST /api/projects/unassign_executor/:id', { params })
  const results = await Promise.allSettled([handIn(boris, order.id), releaseExecutor()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { status, deal } = await page(anna, order.id)
  expect([status, deal?.stage]).toEqual(
    results[0]?.status === 'fulfilled' ? ['in_progress', 'handed_in'] : ['published', undefined],
  )

  const otherOrder = await assignedOrder(api)
  await handIn(otherOrder.boris, otherOrder.order.id)
  const otherRequest = { params: otherOrder.params }
  expect(await codeOf(otherOrder.anna.call('POST /api/projects/unassign_executor/:id', otherRequest))).toBe(
    'work_handed_in',
  )
  await returnWork(otherOrder.anna, otherOrder.order.id)
  await setDueIn(otherOrder.order.id, 3 * day)
  await otherOrder.anna.call('POST /api/projects/unassign_executor/:id', otherRequest)
  // For a newly chosen executor, the history of the work is empty.
  const vera = await freelancer(api)
  const { id: response_id } = await vera.call('POST /api/projects/add_resp', responseTo(otherOrder.order.id))
  await otherOrder.anna.call('POST /api/projects/assign_executor/:id', {
    ...otherRequest,
    query: { response_id },
  })
  expect((await page(vera, otherOrder.order.id)).deal).toMatchObject({
    stage: 'work',
    steps: [],
    returned_at: null,
  })
  expect(await codeOf(handIn(otherOrder.boris, otherOrder.order.id))).toBe('not_owner')
})

test('after a return the executor has the named time, three days at least, to hand in again', async () => {
  const days = (number: number) => new Date(Date.now() + number * day).toISOString()
  for (const [due_at, leastMs] of [
    [days(10), 10],
    [days(0.01), 3],
    [undefined, 3],
  ] as const) {
    const { anna, boris, order, params } = await assignedOrder(api)
    const releaseExecutor = () => codeOf(anna.call('POST /api/projects/unassign_executor/:id', { params }))
    await handIn(boris, order.id)
    const body = { text: 'Мельче', due_at, file_ids: [] }
    await anna.call('POST /api/projects/return/:id', { params, body })
    const { deal } = await page(anna, order.id)
    expect(Math.round((Date.parse(deal?.released_from ?? '') - Date.now()) / day)).toBe(leastMs)
    expect(await releaseExecutor()).toBe('work_returned')
    // While the deadline of the returned work has not passed, the author cannot choose another executor.
    const vera = await freelancer(api)
    const { id: response_id } = await vera
      .call('POST /api/projects/add_resp', responseTo(order.id))
      .catch(() => ({ id: 0 }))
    const query = { response_id, reassign: true }
    if (response_id > 0)
      expect(await codeOf(anna.call('POST /api/projects/assign_executor/:id', { params, query }))).toBe(
        'work_returned',
      )
    await setDueIn(order.id, leastMs * day - 60_000)
    expect(await releaseExecutor()).toBe('work_returned')
    // The executor handed the work in again before the deadline. It needs an answer of the author, so the executor
    // cannot be released.
    if (leastMs === 10) await handIn(boris, order.id)
    await setDueIn(order.id, 120_000)
    expect(await releaseExecutor()).toBe(leastMs === 10 ? 'work_handed_in' : 'accepted')
  }
})

test('whoever does not answer is reminded, and after a week the work counts as accepted', async () => {
  const { anna, boris, order } = await assignedOrder(api)
  const runSweepAfter = async (ms: number) => {
    clockOffsetMs = ms
    await remindOfAnswers(api.ctx)
    await remindOfDates(api.ctx)
    await acceptUnanswered(api.ctx, 100)
    // The clock is reset, because with the later time the sessions would have expired.
    clockOffsetMs = 0
  }
  const handedIn = await handIn(boris, order.id)
  const handedInMs = Date.parse(handedIn.deal?.handed_in_at ?? '')
  expect(handedIn.deal).toMatchObject({
    reminds_at: new Date(handedInMs + 2 * day).toISOString(),
    accepts_at: new Date(handedInMs + 7 * day).toISOString(),
  })
  const reminders = async () =>
    (await deliveriesAbout(order.id)).filter(([kind]) => kind === 'work_unanswered').length
  await runSweepAfter(2 * day - 60_000)
  expect(await reminders()).toBe(0)
  for (const ms of [2 * day + 60_000, 3 * day]) {
    await runSweepAfter(ms)
    expect(await reminders()).toBe(1)
  }
  await runSweepAfter(6 * day + 60_000)
  expect(await reminders()).toBe(2)
  expect((await page(anna, order.id)).status).toBe('in_progress')
  await runSweepAfter(7 * day + 60_000)
  expect(await page(anna, order.id)).toMatchObject({ status: 'completed', deal: { stage: 'accepted' } })
  await runSweepAfter(7 * day + 120_000)
  expect((await deliveriesAbout(order.id)).filter(([kind]) => kind === 'work_accepted')).toEqual([
    ['work_accepted', anna.id],
  ])
  clockOffsetMs = 0
})

test('nobody is asked to answer work that was accepted', async () => {
  const { anna, boris, order, params } = await assignedOrder(api)
  await handIn(boris, order.id)
  await anna.call('POST /api/projects/complete/:id', { params })
  clockOffsetMs = 3 * day
  await remindOfAnswers(api.ctx)
  clockOffsetMs = 0
  expect((await deliveriesAbout(order.id)).map(([kind]) => kind)).not.toContain('work_unanswered')
})

test('the executor is reminded once a day before the date, unless the work is handed in', async () => {
  const date = new Date(Date.now() + 10 * day).toISOString()
  const reminderDue = async () => {
    const { anna, order } = await publishedOrder(api, { deadline: date })
    const boris = await freelancer(api)
    const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    await anna.call('POST /api/projects/assign_executor/:id', {
      params: { id: order.id },
      query: { response_id },
    })
    return { boris, order }
  }
  const [lateReminder, earlyReminder] = [await reminderDue(), await reminderDue()]
  await handIn(earlyReminder.boris, earlyReminder.order.id)
  for (const ms of [9 * day - 60_000, 9 * day + 60_000, 9 * day + 120_000]) {
    clockOffsetMs = ms
    await remindOfDates(api.ctx)
    expect(await deliveriesAbout(lateReminder.order.id)).toEqual(
      ms < 9 * day ? [] : [['work_due', lateReminder.boris.id]],
    )
  }
  expect((await deliveriesAbout(earlyReminder.order.id)).map(([kind]) => kind)).toEqual(['work_handed_in'])
  clockOffsetMs = 0
})

test('work with less than a day for it needs no reminder: chosen late, or returned with a near date', async () => {
  const tomorrowTime = new Date(Date.now() + day - 3_600_000).toISOString()
  const soonDueOrder = await publishedOrder(api, { deadline: tomorrowTime })
  const boris = await freelancer(api)
  const { id: response_id } = await boris.call(
    'POST /api/projects/add_resp',
    responseTo(soonDueOrder.order.id),
  )
  await soonDueOrder.anna.call('POST /api/projects/assign_executor/:id', {
    params: { id: soonDueOrder.order.id },
    query: { response_id },
  })
  const returnedOrder = await assignedOrder(api)
  await handIn(returnedOrder.boris, returnedOrder.order.id)
  await returnWork(returnedOrder.anna, returnedOrder.order.id, { due_at: tomorrowTime })
  const chosen_at = new Date(Date.now() - 10 * day).toISOString()
  await placeRows(api.owner, 'listings', { id: returnedOrder.order.id }, { chosen_at })
  clockOffsetMs = 60_000
  await remindOfDates(api.ctx)
  clockOffsetMs = 0
  for (const { id } of [soonDueOrder.order, returnedOrder.order])
    expect((await deliveriesAbout(id)).map(([kind]) => kind)).not.toContain('work_due')
})
