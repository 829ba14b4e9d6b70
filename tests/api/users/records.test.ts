import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import { countRecords } from '#services/users/people/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import {
  confirmPayment,
  decideTask,
  draftOrder,
  invoiceFor,
  paidOrder,
  publishedOrder,
} from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, confirmPhone, freelancer, login, type Person } from '#tests/support/people/people.ts'
import { recordCounting } from '#workers/events/person-records.ts'

/**
 * Compares the records of people with a plain model on random listings and responses. Also tests the minimum of data
 * for showing a record.
 */

const minute = 60_000
const day = 24 * 60 * minute
let api: Api
let reader: Person
let nowMs: number
const people: Person[] = []
beforeAll(async () => {
  api = await openApi()
  const moment = api.ctx.now()
  api.ctx.now = () => moment
  nowMs = moment.getTime()
  reader = await login(api)
  for (let n = 0; n < 8; n++) people.push(await freelancer(api, { verified: false }))
})

type Answer = 'none' | 'chosen' | 'shortlisted' | 'reason' | 'plain' | 'withdrawn'
type Market = {
  /** Listings of one author: how each ended, how many days ago, and how the author answered its responses. */
  listings: {
    end: 'completed' | 'archived' | 'deleted' | 'expired' | 'published'
    agoDays: number
    answers: { answer: Answer; waitMinutes: number }[]
  }[]
}
const arbitraryAnswer = fc.record({
  answer: fc.constantFrom<Answer>('none', 'none', 'shortlisted', 'reason', 'plain', 'withdrawn', 'chosen'),
  waitMinutes: fc.integer({ min: 0, max: 20_000 }),
})
const aMarket: fc.Arbitrary<Market> = fc.record({
  listings: fc.array(
    fc.record({
      end: fc.constantFrom('completed', 'archived', 'deleted', 'expired', 'published'),
      agoDays: fc.integer({ min: 1, max: 400 }),
      answers: fc.array(arbitraryAnswer, { maxLength: 8 }).map(onlyFirstChosen),
    }),
    { maxLength: 14 },
  ),
})

/** Keeps only the first chosen response of a listing, and turns later chosen ones into unanswered ones. */
function onlyFirstChosen<T extends { answer: Answer }>(answers: T[]): T[] {
  const first = answers.findIndex(({ answer }) => answer === 'chosen')
  return answers.map((one, n) => (one.answer === 'chosen' && n !== first ? { ...one, answer: 'none' } : one))
}

const timeText = (ms: number) => new Date(ms).toISOString()

async function insertMarket({ listings }: Market, author: Person): Promise<void> {
  const { owner } = api
  await owner.updateTable('users').set({ posted_count: 1 }).where('id', '=', author.id).execute()
  for (const { end, agoDays, answers } of listings) {
    const endedMs = nowMs - agoDays * day
    const sentMs = endedMs - 20 * day
    const executor = answers.findIndex(({ answer }) => answer === 'chosen')
    const isDone = end === 'completed'
    const chosenAnswer = answers[executor]
    const { id } = await owner
      .insertInto('listings')
      .values({
        ...{ kind: 'order', author_id: author.id, status: end, title: 'Сайт для кофейни', price: 500_000 },
        ...{ category_id: 101, content_hash: crypto.randomUUID(), published_at: timeText(sentMs - day) },
        executor_id: people[executor]?.id ?? null,
        chosen_at: chosenAnswer ? timeText(sentMs + chosenAnswer.waitMinutes * minute) : null,
        completed_at: isDone ? timeText(endedMs) : null,
        // An expired listing counts as closed after seven days, when its author can no longer renew it.
        expires_at: timeText(end === 'expired' ? endedMs - 7 * day : endedMs),
        updated_at: timeText(endedMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [n, { answer, waitMinutes }] of answers.entries())
      await owner
        .insertInto('responses')
        .values({
          ...{
            listing_id: id,
            user_id: people[n]?.id ?? 0,
            response_text: 'Сделаю',
            created_at: timeText(sentMs),
          },
          ...stateOf(answer, sentMs + waitMinutes * minute),
        })
        .execute()
  }
}

/** Columns of a response that the author answered in this way at this time. */
function stateOf(answer: Answer, answeredMs: number) {
  const answeredAt = timeText(answeredMs)
  if (answer === 'chosen') return { status: 'chosen' as const }
  if (answer === 'withdrawn') return { status: 'withdrawn' as const, shortlisted_at: answeredAt }
  if (answer === 'shortlisted')
    return { status: 'not_chosen' as const, end_reason: 'chosen_other' as const, shortlisted_at: answeredAt }
  if (answer === 'none') return { status: 'not_chosen' as const, end_reason: 'listing_closed' as const }
  const declinedColumns = {
    status: 'declined' as const,
    end_reason: 'author_declined' as const,
    declined_at: answeredAt,
  }
  return answer === 'reason' ? { ...declinedColumns, decline_reason: 'experience' as const } : declinedColumns
}

/** Computes an author's record by the published formula. */
function computeExpectedRecord({ listings }: Market) {
  const closedListings = listings.filter(({ end, agoDays }) => end !== 'published' && agoDays < 365)
  const judgedAnswers = closedListings
    .flatMap(({ answers }) => answers)
    .filter(({ answer }) => answer !== 'withdrawn')
  const answeredResponses = judgedAnswers.filter(({ answer }) =>
    ['chosen', 'shortlisted', 'reason'].includes(answer),
  )
  const waits = judgedAnswers.map((one) =>
    answeredResponses.includes(one) ? one.waitMinutes : Number.POSITIVE_INFINITY,
  )
  const median = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length / 2) - 1] ?? Number.POSITIVE_INFINITY
  const percent = Math.round((100 * (answeredResponses.length + 4)) / (judgedAnswers.length + 6))
  return {
    closed: closedListings.length,
    figures:
      closedListings.length < 5
        ? null
        : {
            hired: closedListings.filter(({ answers }) => answers.some(({ answer }) => answer === 'chosen'))
              .length,
            answers:
              judgedAnswers.length < 5
                ? null
                : {
                    percent,
                    answered: answeredResponses.length,
                    responses: judgedAnswers.length,
                    wait_minutes: Number.isFinite(median) ? median : null,
                  },
          },
    paid_placements: 0,
  }
}

const recordOf = async ({ id }: Person) =>
  (await reader.call('GET /api/users/full_user_info', { query: { user_id: id } })).record

/** Creates an author with these listings and returns the author's record. */
async function countedRecord(market: Market) {
  const author = await client(api)
  await insertMarket(market, author)
  await countRecords(api.ctx)
  return (await recordOf(author)).author
}

test('a record is what the published formula says of any market', async () => {
  await fc.assert(
    fc.asyncProperty(aMarket, async (market) => {
      expect(await countedRecord(market)).toEqual(computeExpectedRecord(market))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

const listing = (...answers: [Answer, number][]): Market['listings'][number] => ({
  ...{ end: 'archived', agoDays: 10 },
  answers: answers.map(([answer, waitMinutes]) => ({ answer, waitMinutes })),
})
const five = (...first: [Answer, number][]) => ({
  listings: [listing(...first), listing(), listing(), listing(), listing()],
})

test('an answer more, or sooner, never makes it worse, and it stays between nothing and all', async () => {
  const arbitraryAnswers = fc.array(arbitraryAnswer, { minLength: 5, maxLength: 8 }).map(onlyFirstChosen)
  await fc.assert(
    fc.asyncProperty(
      arbitraryAnswers,
      fc.nat(),
      fc.nat(20_000),
      async (answers, pickedIndex, shorterMinutes) => {
        const improvedAnswers = answers.map((one, n) =>
          n !== pickedIndex % answers.length || ['withdrawn', 'chosen'].includes(one.answer)
            ? one
            : {
                answer: 'reason' as const,
                waitMinutes:
                  one.answer === 'none' ? shorterMinutes : Math.min(one.waitMinutes, shorterMinutes),
              },
        )
        const figuresOf = async (answersOfListing: typeof answers) => {
          const { figures } = await countedRecord({
            listings: [{ ...listing(), answers: answersOfListing }, ...five().listings],
          })
          const { percent = 67, wait_minutes = null } = figures?.answers ?? {}
          return { percent, wait: wait_minutes ?? Number.POSITIVE_INFINITY }
        }
        const [figuresBefore, figuresAfter] = [await figuresOf(answers), await figuresOf(improvedAnswers)]
        expect(figuresAfter.percent).toBeGreaterThanOrEqual(figuresBefore.percent)
        expect(figuresAfter.wait).toBeLessThanOrEqual(figuresBefore.wait)
        for (const { percent } of [figuresBefore, figuresAfter]) {
          expect(percent).toBeGreaterThan(0)
          expect(percent).toBeLessThan(100)
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
})

test('of little nothing is said: four listings, or four responses', async () => {
  const four = Array.from({ length: 4 }, () => listing(['chosen', 5], ['reason', 5]))
  expect(await countedRecord({ listings: four })).toEqual({ closed: 4, figures: null, paid_placements: 0 })
  const answers: [Answer, number][] = [
    ['reason', 5],
    ['reason', 5],
    ['reason', 5],
    ['reason', 5],
  ]
  expect((await countedRecord(five(...answers))).figures).toEqual({ hired: 0, answers: null })
})

test('the page of a listing shows it, lists do not; what is refunded is no paid placement', async () => {
  const { anna, order } = await paidOrder(api)
  await decideTask(api, order.id)
  const otherOrder = await paidOrder(api, { title: 'Второй заказ' }, anna)
  // A late payment becomes a credit, and the credit pays for the next order: this counts as one paid placement.
  const lateDraft = await draftOrder(api, { title: 'Третий заказ' }, anna)
  const invoice = await invoiceFor(anna, lateDraft.order.id)
  await anna.call('DELETE /api/projects/delete', { body: { project_id: lateDraft.order.id } })
  await confirmPayment(api, invoice)
  const nextDraft = await draftOrder(api, { title: 'Четвёртый заказ' }, anna)
  expect(await invoiceFor(anna, nextDraft.order.id)).toMatchObject({ amount: 0, state: 'paid' })
  // A paid boost does not count as a paid placement.
  await confirmPhone(api, anna)
  const { order: foreignOrder } = await publishedOrder(api)
  const { id: response_id } = await anna.call('POST /api/projects/add_resp', responseTo(foreignOrder.id))
  const body = { response_id, payment_type: 'response' as const }
  await confirmPayment(api, await anna.call('POST /pay/generate-payment-robokassa', { body }))
  await sql`update payments set state = 'refund_pending' where listing_id = ${otherOrder.order.id}`.execute(
    api.owner,
  )
  await countRecords(api.ctx)
  const record = { closed: 0, figures: null, paid_placements: 2 }
  const page = await reader.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(page.author_record).toEqual(record)
  const ownListing = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(ownListing.author_record).toEqual(record)
  const { items } = await reader.call('POST /api/projects', { body: {} })
  expect(items.map(({ id, author_record }) => [id, author_record])).toContainEqual([order.id, null])
  // No listing has changed since the last count, so no record is written.
  expect(await countRecords(api.ctx)).toBe(0)
})

/** Runs the worker that counts records on all events so far. */
async function countOutdated(): Promise<void> {
  const tasks = await claimTasks(api.ctx.db, {
    limit: 500,
    now: api.ctx.now().toISOString(),
    waits: [minute],
  })
  for (const task of tasks.filter(({ consumer }) => consumer === 'person-records'))
    await recordCounting.handle(api.ctx, task)
}

test('a closed listing and an ended deal count at once, and a reopened listing no longer', async () => {
  const { anna, order } = await publishedOrder(api)
  const params = { id: order.id }
  await anna.call('POST /api/projects/close/:id', { params })
  await countOutdated()
  expect((await recordOf(anna)).author.closed).toBe(1)
  await anna.call('POST /api/projects/reopen/:id', { params })
  await countOutdated()
  expect((await recordOf(anna)).author.closed).toBe(0)
  const boris = await freelancer(api)
  const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  await anna.call('POST /api/projects/assign_executor/:id', { params, query: { response_id } })
  await countOutdated()
  expect((await recordOf(boris)).freelancer.completed).toBe(0)
  await anna.call('POST /api/projects/complete/:id', { params })
  await countOutdated()
  expect((await recordOf(boris)).freelancer.completed).toBe(1)
  expect((await recordOf(anna)).author.closed).toBe(1)
})
