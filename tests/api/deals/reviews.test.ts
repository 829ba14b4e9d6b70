import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { publishDueReviews } from '#services/relations/review-schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, login, type Person } from '#tests/support/people/people.ts'
import { assignedOrder, finishedOrder } from './running-work.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const writeReview = (person: Person, listing_id: number, rating: number, text = 'Спасибо!') =>
  person.call('POST /api/reviews', { body: { listing_id, rating, text } })
const reviewsOf = (viewer: Person, person: Person) =>
  viewer.call('GET /api/users/:id/reviews', { params: { id: person.id }, query: {} })

test('a person without reviews has no rating', async () => {
  const boris = await freelancer(api)
  expect(await reviewsOf(boris, boris)).toMatchObject({ items: [], rating: null, rating_count: 0 })
  expect(boris.user).toMatchObject({ rating: null, rating_count: 0 })
})

test('nobody reads the other’s words before writing; the second review shows both', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const first = await writeReview(anna, order.id, 4)
  expect(first.published_at).toBeNull()
  for (const viewer of [anna, boris]) expect((await reviewsOf(viewer, boris)).items).toEqual([])
  expect(await reviewsOf(anna, boris)).toMatchObject({ rating: null, rating_count: 0 })
  const second = await writeReview(boris, order.id, 5)
  expect(second.published_at).not.toBeNull()
  expect(await reviewsOf(await client(api), boris)).toMatchObject({
    items: [{ rating: 4, text: 'Спасибо!', author: { id: anna.id } }],
    // The rating is the average with two assumed ratings of four: (4 + 4 + 4) / 3.
    rating: 4,
    rating_count: 1,
  })
  expect(await reviewsOf(boris, anna)).toMatchObject({ rating: 4.33, rating_count: 1 })
})

test('two reviews at once show both, whichever was second', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await Promise.all([writeReview(anna, order.id, 3), writeReview(boris, order.id, 2)])
  expect(await reviewsOf(anna, boris)).toMatchObject({ rating: 3.67, rating_count: 1 })
  expect(await reviewsOf(boris, anna)).toMatchObject({ rating: 3.33, rating_count: 1 })
})

test('the rating is the mean of what is published, beside two reviews of four', async () => {
  const boris = await freelancer(api)
  for (const rating of [5, 4, 4]) {
    const { anna, order } = await finishedOrder(api, undefined, boris)
    await writeReview(anna, order.id, rating)
    await writeReview(boris, order.id, 5)
  }
  expect(await reviewsOf(boris, boris)).toMatchObject({ rating: 4.2, rating_count: 3 })
  const pageOf = (page: number) =>
    boris.call('GET /api/users/:id/reviews', { params: { id: boris.id }, query: { page, per_page: 2 } })
  // The newest reviews come first.
  const pages = [await pageOf(1), await pageOf(2)]
  expect(pages.map(({ items }) => items.map(({ rating }) => rating))).toEqual([[4, 4], [5]])
  expect(pages[0]?.pagination).toMatchObject({ total: 3, pages: 2 })
})

test('the page of finished work tells each side until when they may review, and nobody else', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const msUntilDeadline = async (person: Person) =>
    (await person.call('GET /api/projects/:id/full_info', { params: { id: order.id } })).review_until
  const [annas, borises] = [await msUntilDeadline(anna), await msUntilDeadline(boris)]
  expect(annas).toBe(borises)
  const msLeft = Date.parse(annas ?? '') - api.ctx.now().getTime()
  expect(msLeft).toBeGreaterThan(limits.review.ms - 60_000)
  expect(msLeft).toBeLessThanOrEqual(limits.review.ms)
  await writeReview(anna, order.id, 5)
  expect(await msUntilDeadline(anna)).toBeNull()
  expect(await msUntilDeadline(boris)).toBe(borises)
  const { anna: busy, order: running } = await assignedOrder(api)
  const page = await busy.call('GET /api/projects/:id/full_info', { params: { id: running.id } })
  expect(page.review_until).toBeNull()
})

test('a sent review is shown to who sent it, and to nobody else, until both are shown', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const ownReview = async (person: Person) =>
    (await person.call('GET /api/projects/:id/full_info', { params: { id: order.id } })).own_review
  expect([await ownReview(anna), await ownReview(boris)]).toEqual([null, null])
  const days14 = 14 * 24 * 60 * 60_000
  await writeReview(anna, order.id, 4, 'Быстро и точно')
  const hiddenReview = await ownReview(anna)
  expect(hiddenReview).toMatchObject({ rating: 4, text: 'Быстро и точно' })
  const msUntilShown = Date.parse(hiddenReview?.shown_at ?? '') - api.ctx.now().getTime()
  expect(Math.abs(msUntilShown - days14)).toBeLessThan(60_000)
  expect(await ownReview(boris)).toBeNull()
  await writeReview(boris, order.id, 5)
  expect([await ownReview(anna), await ownReview(boris)]).toEqual([null, null])
})

describe('a review is refused', () => {
  test('of work that is not done', async () => {
    const { anna, order } = await assignedOrder(api)
    expect(await codeOf(writeReview(anna, order.id, 5))).toBe('wrong_state')
  })

  test('by a stranger, for whom finished work is not there', async () => {
    const { order } = await finishedOrder(api)
    expect(await codeOf(writeReview(await freelancer(api), order.id, 5))).toBe('not_found')
  })

  test('the second time', async () => {
    const { anna, order } = await finishedOrder(api)
    await writeReview(anna, order.id, 5)
    expect(await codeOf(writeReview(anna, order.id, 1))).toBe('already_reviewed')
  })

  test('with other marks than 1 to 5', async () => {
    const { anna, order } = await finishedOrder(api)
    for (const rating of [0, 6, 4.5])
      expect(await codeOf(writeReview(anna, order.id, rating))).toBe('invalid_input')
    expect(await codeOf(writeReview(anna, order.id, 5, 'я'.repeat(1001)))).toBe('invalid_input')
  })
})

const reviewByAxes = (person: Person, listing_id: number, axes: object) =>
  person.call('POST /api/reviews', { body: { listing_id, axes, text: 'Спасибо!' } })

test('each side is judged on axes of its own; the rating follows from them', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const axesOfWork = { quality: 5, term: 3, communication: 4 }
  for (const axes of [{ quality: 5, term: 3 }, { task: 5, payment: 3, communication: 4 }, {}])
    expect(await codeOf(reviewByAxes(anna, order.id, axes))).toBe('invalid_input')
  expect(await reviewByAxes(anna, order.id, axesOfWork)).toMatchObject({ rating: 4, axes: axesOfWork })
  await reviewByAxes(boris, order.id, { task: 5, payment: 5, communication: 4 })
  // Each average includes two assumed ratings of four, for example (5 + 8) / 3.
  expect(await reviewsOf(boris, boris)).toMatchObject({
    items: [{ axes: axesOfWork, listing_title: order.title, reply: null }],
    rating: 4,
    axes: { quality: 4.33, term: 3.67, communication: 4 },
  })
  expect((await reviewsOf(anna, anna)).axes).toEqual({ task: 4.33, payment: 4.33, communication: 4 })
})

test('who is reviewed answers once, changes it for a day, and nobody else does', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const { id } = await writeReview(anna, order.id, 3)
  const reply = (person: Person, text: string) =>
    person.call('POST /api/reviews/:id/reply', { params: { id }, body: { text } })
  // Nobody can reply to a review before it is published.
  expect(await codeOf(reply(boris, 'Ждали ваши токены.'))).toBe('not_found')
  await writeReview(boris, order.id, 5)
  expect(await codeOf(reply(anna, 'Сама себе.'))).toBe('not_found')
  await reply(boris, 'Ждали ваши токены.')
  expect(await reply(boris, 'Справедливо, ставлю сроки с запасом.')).toMatchObject({
    reply: { text: 'Справедливо, ставлю сроки с запасом.' },
  })
  const [shownReview] = (await reviewsOf(await client(api), boris)).items
  expect(shownReview?.reply?.text).toBe('Справедливо, ставлю сроки с запасом.')
})

test('the database leans as a plain model does: bounded, monotone, no verdict from one review', async () => {
  const model = (stars: number[]) => stars.reduce((sum, one) => sum + one, 8) / (stars.length + 2)
  const stars = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 })
  const leansAsModel = async (samples: number[][]) => {
    const { rows } = await sql<{ mean: number }>`
      select leaning_mean(total, count)::float8 as mean
      from unnest(${samples.map((stars) => stars.reduce((sum, one) => sum + one, 0))}::numeric[],
        ${samples.map((stars) => stars.length)}::bigint[]) with ordinality as sample (total, count, place)
      order by place`.execute(api.ctx.db)
    for (const [index, stars] of samples.entries()) {
      const meanStars = rows[index]?.mean ?? 0
      expect(meanStars).toBeCloseTo(model(stars), 6)
      expect(meanStars).toBeGreaterThan(1)
      expect(meanStars).toBeLessThan(5)
      expect(model([...stars, 5])).toBeGreaterThanOrEqual(meanStars)
      expect(model([...stars, 1])).toBeLessThan(meanStars)
      if (stars.length === 1) expect(Math.abs(meanStars - 4)).toBeLessThanOrEqual(1)
    }
  }
  const samples = fc.array(stars, { minLength: 100, maxLength: 100 })
  await fc.assert(fc.asyncProperty(samples, leansAsModel), { numRuns: 2, endOnFailure: true })
})

// This test is the last in the file, because it moves the clock.
test('after two weeks the one review is shown and none can be added', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await writeReview(anna, order.id, 2)
  expect(await publishDueReviews(api.ctx, 100)).toBe(0)
  api.advanceClock(limits.review.ms + 1000)
  await publishDueReviews(api.ctx, 100)
  const reader = await freelancer(api)
  expect(await reviewsOf(reader, boris)).toMatchObject({ rating: 3.33, rating_count: 1 })
  const borisSecondSession = await login(api, boris.account)
  const { items } = await reviewsOf(borisSecondSession, boris)
  const reply = { params: { id: items[0]?.id ?? 0 }, body: { text: 'Спасибо и вам.' } }
  await borisSecondSession.call('POST /api/reviews/:id/reply', reply)
  api.advanceClock(limits.review.replyEditMs + 1000)
  const borisLaterSession = await login(api, boris.account)
  expect(await codeOf(borisLaterSession.call('POST /api/reviews/:id/reply', reply))).toBe('reply_closed')
  expect(await codeOf(writeReview(borisLaterSession, order.id, 1))).toBe('reviews_closed')
  expect(await publishDueReviews(api.ctx, 100)).toBe(0)
})
