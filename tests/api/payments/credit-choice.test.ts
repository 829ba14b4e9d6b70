import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentKind } from '#db/tables.ts'
import { isFree, lockFreePayment } from '#services/payments/invoices/credits.ts'
import { insertPublished } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'

/**
 * Tests which credit pays for a purchase. The result is compared with a simple model, for random credits, tariffs and
 * purchases.
 */

let api: Api
let owner: Person
let other: Person
let listing_id: number
let response_id: number
beforeAll(async () => {
  api = await openApi()
  owner = await login(api)
  other = await login(api)
  listing_id = await insertPublished(api, owner.id)
  const response = await api.owner
    .insertInto('responses')
    .values({ listing_id, user_id: other.id, response_text: 'Сделаю' })
    .returning('id')
    .executeTakeFirstOrThrow()
  response_id = response.id
})

type Tariff = {
  product: PaymentKind
  category_id: number | null
  period_days: number | null
  amount: number
}
type Credit = {
  product: PaymentKind
  /** Index of the tariff that was paid for with the money of the credit; null for a credit given as a gift. */
  boughtIndex: number | null
  isSpent: boolean
  isOwn: boolean
}

/** There are only a few amounts, so that equal amounts occur. A boost has no period. */
const tariff: fc.Arbitrary<Tariff> = fc
  .record({
    product: fc.constantFrom<PaymentKind>('project', 'project', 'vacancy', 'response'),
    category_id: fc.constantFrom(null, null, categories.own),
    period_days: fc.constantFrom(30, 60),
    amount: fc.constantFrom(100_000, 100_001, 250_000, 400_000, 900_000),
  })
  .map((one) => ({ ...one, period_days: one.product === 'response' ? null : one.period_days }))
const scene = fc.record({
  tariffs: fc.array(tariff, { minLength: 2, maxLength: 6 }),
  credits: fc.array(
    fc.record({
      product: fc.constantFrom<PaymentKind>('project', 'project', 'vacancy', 'response'),
      boughtIndex: fc.option(fc.nat(5), { freq: 4 }),
      isSpent: fc.boolean(),
      isOwn: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    { maxLength: 7 },
  ),
  wanted: fc.nat(5),
})

/**
 * Returns the index of the credit that pays for the purchase. Credits for the same product come first, then smaller
 * amounts, then older credits; gifts come after all amounts. A credit for an order can pay for a vacancy and the
 * reverse. A credit for a boost pays for boosts only.
 */
function creditByHand(credits: Credit[], tariffs: Tariff[], wantedTariff: Tariff): number | undefined {
  const boughtBy = ({ boughtIndex }: Credit) =>
    boughtIndex === null ? null : (tariffs[boughtIndex] as Tariff)
  const isSameThing = (one: Tariff) =>
    one.product === wantedTariff.product &&
    one.period_days === wantedTariff.period_days &&
    one.category_id === wantedTariff.category_id
  const isForIt = ({ product }: Credit) => (product === 'response') === (wantedTariff.product === 'response')
  const isEnough = (one: Tariff | null) =>
    one === null || one.amount >= wantedTariff.amount || isSameThing(one)
  const places = credits.flatMap((credit, creditIndex) =>
    credit.isOwn && !credit.isSpent && isForIt(credit) && isEnough(boughtBy(credit)) ? [creditIndex] : [],
  )
  const rank = (creditIndex: number) => {
    const credit = credits[creditIndex] as Credit
    return [
      credit.product === wantedTariff.product ? 0 : 1,
      boughtBy(credit)?.amount ?? Number.POSITIVE_INFINITY,
      creditIndex,
    ] as const
  }
  return places.toSorted((one, another) => {
    const [ranks, otherRanks] = [rank(one), rank(another)]
    const at = ranks.findIndex((value, n) => value !== otherRanks[n])
    return (ranks[at] ?? 0) - (otherRanks[at] ?? 0)
  })[0]
}

let tariffCount = 0
async function insertTariffs(tariffs: Tariff[]): Promise<number[]> {
  const rows = tariffs.map((one) => ({
    ...one,
    // Each tariff starts at a different time, because a product has only one price at a time.
    valid_from: new Date(Date.UTC(2010, 0, 1, 0, ++tariffCount)).toISOString(),
  }))
  const insertedTariffs = await api.owner.insertInto('tariffs').values(rows).returning('id').execute()
  return insertedTariffs.map(({ id }) => id)
}

async function insertPayment(product: PaymentKind, columns: { tariff_id: number | null; amount: number }) {
  const now = api.ctx.now().toISOString()
  const isMoney = columns.amount > 0
  const { id } = await api.owner
    .insertInto('payments')
    .values({
      ...columns,
      ...(product === 'response' ? { response_id } : { listing_id }),
      kind: product,
      payer_id: owner.id,
      rail: isMoney ? 'robokassa' : 'credit',
      source: isMoney ? 'money' : 'credit',
      state: 'paid',
      paid_at: now,
      expires_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertCredit(credit: Credit, tariffs: Tariff[], tariffIds: number[]): Promise<number> {
  const boughtTariff = credit.boughtIndex === null ? undefined : tariffs[credit.boughtIndex]
  const source_payment_id = boughtTariff
    ? await insertPayment(boughtTariff.product, {
        tariff_id: tariffIds[credit.boughtIndex ?? 0] ?? null,
        amount: boughtTariff.amount,
      })
    : null
  const { id } = await api.owner
    .insertInto('credits')
    .values({
      user_id: credit.isOwn ? owner.id : other.id,
      product: credit.product,
      reason: 'granted',
      source_payment_id,
      spent_payment_id: credit.isSpent
        ? await insertPayment(credit.product, { tariff_id: null, amount: 0 })
        : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a purchase is paid by the credit that a plain model picks, and by none that is another’s, spent or too small', async () => {
  let pairs = 0
  await fc.assert(
    fc.asyncProperty(scene, async ({ tariffs, credits: drawn, wanted: drawnPlace }) => {
      // Each round has a new person, because people of earlier rounds keep their credits.
      owner = await login(api)
      const credits = drawn.map((one) => ({
        ...one,
        boughtIndex: one.boughtIndex === null ? null : one.boughtIndex % tariffs.length,
      }))
      const tariffIds = await insertTariffs(tariffs)
      const ids: number[] = []
      for (const credit of credits) ids.push(await insertCredit(credit, tariffs, tariffIds))
      const tariffIndex = drawnPlace % tariffs.length
      const wantedTariff = tariffs[tariffIndex] as Tariff
      const purchase = {
        kind: wantedTariff.product,
        tariff_id: tariffIds[tariffIndex] ?? 0,
        price: wantedTariff.amount,
      }
      const expected = creditByHand(credits, tariffs, wantedTariff)
      const pickedCredit = await api.ctx.db
        .transaction()
        .execute((tx) => lockFreePayment(api.ctx, tx, owner.id, purchase))
      expect(pickedCredit?.credit_id).toBe(expected === undefined ? undefined : ids[expected])
      expect(await isFree(api.ctx, owner.id, purchase)).toBe(expected !== undefined)
      if (expected !== undefined) pairs += 1
    }),
    { numRuns: share(120, 30), endOnFailure: true },
  )
  // The test proves little if credits pay for too few of the purchases.
  expect(pairs).toBeGreaterThan(share(20, 3))
})
