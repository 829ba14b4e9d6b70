import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { setTariff } from '#services/payments/invoices/tariff-changes.ts'
import { findTariff, listPeriods } from '#services/payments/money/tariffs.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { moderatorId } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'

/** Tariffs start at midnight in Moscow. The prices are compared with a simple model that uses local time in Moscow. */

const hour = 3_600_000
let api: Api
let admin: number
beforeAll(async () => {
  api = await openApi()
  admin = await moderatorId(api)
})

const wallClock = new Intl.DateTimeFormat('sv', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
})
/**
 * Local date and time in Moscow to the millisecond, such as `2027-03-01 00:00:00.000`. As a string, a later time is
 * greater.
 */
const moscowTimeOf = (at: Date) =>
  `${wallClock.format(at)}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`
const moscowDayOf = (at: Date) => moscowTimeOf(at).slice(0, 10)

/** Days on which a mistake about a month, a year or a leap day would be noticed. */
const borders = [
  '2027-01-01',
  '2027-03-01',
  '2028-02-29',
  '2028-03-01',
  '2027-05-01',
  '2027-12-31',
  '2027-10-31',
]
/** Times around midnight in Moscow and in UTC, and random times within two and a half days of midnight. */
const momentNear = (day: string) =>
  fc
    .oneof(
      fc.constantFrom(-1, 0, 1, -1000, 1000, 3 * hour, 3 * hour - 1, -21 * hour, 21 * hour),
      fc.integer({ min: -60 * hour, max: 60 * hour }),
    )
    .map((ms) => new Date(Date.parse(`${day}T00:00:00Z`) - 3 * hour + ms))

type Change = {
  now: Date
  kind: 'project' | 'vacancy'
  category_id: number | null
  period_days: number
  amount: number
  /** Number of days from today in Moscow until the price takes effect; null means at once. */
  inDays: number | null
}
const changeNear = (day: string): fc.Arbitrary<Change> =>
  fc.record({
    now: momentNear(day),
    kind: fc.constantFrom('project', 'project', 'vacancy'),
    category_id: fc.constantFrom(null, null, categories.own, categories.other),
    period_days: fc.constantFrom(30, 60),
    amount: fc.integer({ min: 1, max: 10 ** 6 }),
    inDays: fc.option(fc.integer({ min: -1, max: 2 })),
  })
const scene = fc.constantFrom(...borders).chain((day) =>
  fc.record({
    changes: fc.array(changeNear(day), { minLength: 1, maxLength: 8 }),
    moments: fc.array(momentNear(day), { minLength: 3, maxLength: 6 }),
  }),
)

/** The day in Moscow some days after the given time. */
const dayAfter = (at: Date, days: number) => moscowDayOf(new Date(at.getTime() + days * 24 * hour))

/** An accepted price, with the local time in Moscow from which it takes effect. */
type Listed = Omit<Change, 'now' | 'inDays'> & { from: string }
type Product = Pick<Listed, 'kind' | 'category_id' | 'period_days'>

const isOf = (product: Product) => (one: Listed) =>
  one.kind === product.kind &&
  one.category_id === product.category_id &&
  one.period_days === product.period_days
/**
 * Returns the latest price in effect at the given time. The price of a category takes precedence over the general
 * price.
 */
function countPriceByHand(tariffs: Listed[], product: Product, at: Date): number | undefined {
  const counting = (category_id: number | null) =>
    tariffs
      .filter(isOf({ ...product, category_id }))
      .filter(({ from }) => from <= moscowTimeOf(at))
      .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0]?.amount
  return counting(product.category_id) ?? counting(null)
}

test('a price counts from the first millisecond of its day in Moscow, and no day that has begun is taken', async () => {
  const { db } = api.ctx
  await fc.assert(
    fc.asyncProperty(scene, async ({ changes, moments }) => {
      await api.owner.deleteFrom('tariffs').execute()
      const listedTariffs: Listed[] = []
      for (const { now, inDays, kind, ...price } of changes) {
        const valid_from = inDays === null ? null : dayAfter(now, inDays)
        const from = valid_from === null ? moscowTimeOf(now) : `${valid_from} 00:00:00.000`
        const isTaken = listedTariffs.some((one) => isOf({ kind, ...price })(one) && one.from === from)
        const isOver = from < moscowTimeOf(now)
        const ctx = { ...api.ctx, now: () => now, viewer: { id: admin } }
        const attempt = setTariff(ctx, { product: kind, ...price, valid_from }, async () => {})
        const code = await attempt.then(
          () => 'accepted',
          ({ code }) => code,
        )
        expect([valid_from, code]).toEqual([valid_from, isOver || isTaken ? 'invalid_input' : 'accepted'])
        if (code === 'accepted') listedTariffs.push({ kind, ...price, from })
      }
      for (const at of moments)
        for (const kind of ['project', 'vacancy'] as const)
          for (const category_id of [null, categories.own, categories.other]) {
            const expected = [30, 60].flatMap((period_days) => {
              const amount = countPriceByHand(listedTariffs, { kind, category_id, period_days }, at)
              return amount === undefined ? [] : [{ days: period_days, amount }]
            })
            const periods = await listPeriods(db, { kind, category_id }, at)
            expect([at, periods.map(({ days, amount }) => ({ days, amount }))]).toEqual([at, expected])
            for (const period_days of [30, 60]) {
              const tariff = await findTariff(db, { kind, category_id, period_days }, at)
              expect(tariff?.amount).toBe(expected.find(({ days }) => days === period_days)?.amount)
            }
          }
    }),
    { numRuns: share(60, 12), endOnFailure: true },
  )
})
