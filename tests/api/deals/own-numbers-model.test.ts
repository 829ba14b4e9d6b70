import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { insertRespondents, type Respondent } from '#tests/support/people/respondents.ts'
import { share } from '#tests/support/run/share.ts'

/** Own numbers and the medians beside them, for random responses and people, against plain counting. */

const hour = 3_600_000
let api: Api
let nowMs = Date.parse('2026-11-15T10:00:00Z')
beforeAll(async () => {
  api = await openApi()
  api.ctx.now = () => new Date(nowMs)
})

const numbersOf = (person: Person) => person.call('GET /api/users/own_numbers')

type Sent = {
  status: 'chosen' | 'not_chosen' | 'withdrawn'
  at: string
  /** Amounts in kopecks or cents, in thousands, so that no sum has to be rounded. */
  price: number | null
  listingPrice: number | null
  currency_id: 1 | 3
  kind: 'order' | 'vacancy'
  payment_format: 'fixed' | 'hourly' | null
  isSeen: boolean
  isShortlisted: boolean
}
/** Moments around the beginnings of months in Moscow, New York and Kolkata, and some others. */
const moment = fc.oneof(
  fc.constantFrom(
    '2026-05-31T20:59:59Z',
    '2026-05-31T21:00:00Z',
    '2026-06-01T03:59:59Z',
    '2026-06-01T04:00:00Z',
  ),
  fc.constantFrom(
    '2026-05-31T18:29:59Z',
    '2026-05-31T18:30:00Z',
    '2026-11-01T03:59:59Z',
    '2026-11-01T04:00:00Z',
  ),
  fc.date({ min: new Date('2026-04-01'), max: new Date('2026-11-15'), noInvalidDate: true }).map(String),
)
const thousands = fc.option(fc.integer({ min: 1, max: 900 }).map((amount) => amount * 1000))
const sent: fc.Arbitrary<Sent> = fc.record({
  status: fc.constantFrom('chosen', 'chosen', 'not_chosen', 'withdrawn'),
  at: moment.map((text) => new Date(text).toISOString()),
  price: thousands,
  listingPrice: thousands,
  currency_id: fc.constantFrom(1, 1, 3),
  kind: fc.constantFrom('order', 'order', 'vacancy'),
  payment_format: fc.constantFrom('fixed', null, 'hourly'),
  isSeen: fc.boolean(),
  isShortlisted: fc.boolean(),
})
const reader = fc.record({
  time_zone: fc.constantFrom(null, 'America/New_York', 'Asia/Kolkata'),
  currency_id: fc.constantFrom<1 | 3>(1, 3),
})
const lastMonths = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']

/** Numbers of a person by plain counting. A dollar is 80.9 roubles. */
function countByHand(
  all: Sent[],
  { time_zone, currency_id }: { time_zone: string | null; currency_id: 1 | 3 },
) {
  const timeZone = time_zone ?? 'Europe/Moscow'
  const monthOf = (at: string) =>
    new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit' }).format(new Date(at))
  const counted = all.filter(({ status, at }) => status !== 'withdrawn' && lastMonths.includes(monthOf(at)))
  const chosen = counted.filter(({ status }) => status === 'chosen')
  const answered = counted.filter(({ status, isShortlisted }) => status === 'chosen' || isShortlisted)
  const seen = counted.filter((one) => one.isSeen || answered.includes(one))
  const rates = { 1: 1, 3: 80.9 }
  const sumOf = (one: Sent) => {
    if (one.kind === 'vacancy' || one.payment_format === 'hourly') return null
    const price = one.price ?? one.listingPrice
    return price === null ? null : (price * rates[one.currency_id]) / rates[currency_id]
  }
  const roundedSum = (deals: Sent[]) =>
    Math.round(deals.reduce((sum, one) => sum + (sumOf(one) ?? 0), 0)) / 100
  return {
    deals: chosen.length,
    unpriced: chosen.filter((one) => sumOf(one) === null).length,
    is_converted: chosen.some((one) => sumOf(one) !== null && one.currency_id !== currency_id),
    total: roundedSum(chosen),
    sums: lastMonths.map((month) => roundedSum(chosen.filter(({ at }) => monthOf(at) === month))),
    responses: {
      sent: counted.length,
      seen: seen.length,
      answered: answered.length,
      chosen: chosen.length,
    },
  }
}

test('months, sums and counts are what plain counting says, in any time zone and currency', async () => {
  const { id: author_id } = await login(api)
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 8 }), reader, async (all, wishes) => {
      const person = await login(api)
      await api.owner.updateTable('users').set(wishes).where('id', '=', person.id).execute()
      for (const { status, at, price, listingPrice, currency_id, isSeen, isShortlisted, ...listing } of all) {
        const isChosen = status === 'chosen'
        const { id: listing_id } = await api.owner
          .insertInto('listings')
          .values({
            ...listing,
            author_id,
            status: 'archived',
            title: 'Заказ',
            content_hash: crypto.randomUUID(),
            price: listingPrice,
            currency_id,
            executor_id: isChosen ? person.id : null,
            chosen_at: isChosen ? at : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await api.owner
          .insertInto('responses')
          .values({
            listing_id,
            user_id: person.id,
            status,
            response_text: 'Готов',
            price,
            currency_id: price === null ? null : currency_id,
            created_at: at,
            seen_at: isSeen ? at : null,
            shortlisted_at: isShortlisted ? at : null,
            ended_at: isChosen ? null : at,
          })
          .execute()
      }
      const { deals, agreed, responses } = await numbersOf(person)
      const { unpriced, is_converted, total, months } = agreed
      expect(months.map(({ month }) => month)).toEqual(lastMonths)
      const sums = months.map(({ sum }) => sum)
      expect({ deals, unpriced, is_converted, total, sums, responses }).toEqual(countByHand(all, wishes))
    }),
    { numRuns: share(150, 30), endOnFailure: true },
  )
})

test('a median is the middle person of those who count, the lower of two, and of twenty at least', async () => {
  const category_id = categories.sibling
  const { id: author_id, account } = await login(api)
  await api.owner.updateTable('users').set({ category_id }).where('telegram_id', '=', account.id).execute()
  const respondent: fc.Arbitrary<Respondent> = fc.record({
    sent: fc.integer({ min: 4, max: 15 }),
    chosen: fc.nat(4),
    record: fc.record({ talks: fc.integer({ min: 4, max: 6 }), reply_minutes: fc.option(fc.nat(60)) }),
  })
  const middle = (values: number[]) => {
    const value = values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1]
    return values.length < 20 || value === undefined ? null : { value, people: values.length }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(respondent, { minLength: 22, maxLength: 34 }), async (respondents) => {
      await api.owner
        .updateTable('users')
        .set({ category_id: null })
        .where('category_id', '=', category_id)
        .where('telegram_id', '<>', account.id)
        .execute()
      const scene = { category_id, author_id, at: '2026-07-01T00:00:00Z' }
      await insertRespondents(api.owner, scene, respondents)
      // The medians of the round before are forgotten by now, and the session has expired.
      nowMs += 6 * hour + 1
      const { chosen_percent, reply_minutes } = await numbersOf(await login(api, account))
      const active = respondents.filter(({ sent }) => sent >= 5)
      const talking = respondents.flatMap(({ record }) =>
        record && record.talks >= 5 ? [record.reply_minutes] : [],
      )
      expect({ percent: chosen_percent.usual, minutes: reply_minutes.usual }).toEqual({
        percent: middle(active.map(({ sent, chosen }) => Math.round((100 * chosen) / sent))),
        minutes: middle(talking.filter((minutes) => minutes !== null)),
      })
    }),
    { numRuns: share(20, 6), endOnFailure: true },
  )
})
