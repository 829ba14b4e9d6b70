import { expect } from 'vitest'
import { newOrder } from '#tests/support/orders/sample.ts'
import { codesOf, type Outcome, type Round, startTogether } from './rounds.ts'
import { createRacers, type Racer, type RaceSetup } from './setup.ts'

const call = 'POST /api/projects/create'
type OrderChanges = Parameters<typeof newOrder>[0]
/** One press on "create": the content of the order and the idempotency key. */
type Tap = { key?: string; changes: OrderChanges }

/**
 * Presses "create" four times at once, twice in each window.
 * @returns the answers and the created orders
 */
async function createOrders(
  setup: RaceSetup,
  { author, taps, n }: { author: Racer; taps: Tap[]; n: number },
) {
  const [{ db }] = setup.workers
  const starts = taps.map(({ key, changes }, tap) => () => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    return author.calls[(tap % 2) as 0 | 1](call, { body: newOrder(changes) }, headers)
  })
  const outcomes = await startTogether(starts, n)
  const orders = await db
    .selectFrom('listings')
    .innerJoin('orders', 'orders.listing_id', 'listings.id')
    .select(['id', 'title'])
    .where('author_id', '=', author.id)
    .where('created_at', '>', '2026-02-01T00:00:00Z')
    .execute()
  // Moves the orders of this round into the past, because an author may create only ten orders a day.
  await db
    .updateTable('listings')
    .set({ created_at: '2026-01-01T00:00:00Z' })
    .where('author_id', '=', author.id)
    .execute()
  return { outcomes, orders }
}

function expectOneOrder(outcomes: Outcome<{ id: number }>[], orders: { id: number }[]): void {
  expect(orders).toHaveLength(1)
  expect(outcomes.map(({ reply }) => reply?.id)).toEqual(outcomes.map(() => orders[0]?.id))
}

/**
 * The same order is created several times at once: without a key, with one shared key, or with a key for each press.
 * One order is created, and each answer contains it.
 */
export async function createTwice(setup: RaceSetup): Promise<Round> {
  const authors = await createRacers(setup)
  return async (n, lane) => {
    const sharedKey = crypto.randomUUID()
    const keyMakers = [undefined, () => sharedKey, () => crypto.randomUUID()]
    const makeKey = keyMakers[n % keyMakers.length]
    const changes = { title: `Сайт пекарни ${n}` }
    const taps = [0, 1, 2, 3].map(() => ({ changes, ...(makeKey && { key: makeKey() }) }))
    const { outcomes, orders } = await createOrders(setup, { author: authors(lane), taps, n })
    expectOneOrder(outcomes, orders)
    return ['without a key', 'one key', 'a key each'][n % keyMakers.length] ?? ''
  }
}

/**
 * Two different orders are sent with one idempotency key. One order is created, and the other is refused because of the
 * key.
 */
export async function createOnOneKey(setup: RaceSetup): Promise<Round> {
  const authors = await createRacers(setup)
  return async (n, lane) => {
    const key = crypto.randomUUID()
    const taps = [0, 1].map((tap) => ({ key, changes: { title: `Сайт бара ${n}, вариант ${tap + 1}` } }))
    const { outcomes, orders } = await createOrders(setup, { author: authors(lane), taps, n })
    expect(codesOf(outcomes)).toEqual(['accepted', 'idempotency_conflict'])
    const winner = outcomes.findIndex(({ code }) => code === 'accepted')
    expect(orders.map(({ title }) => title)).toEqual([taps[winner]?.changes.title])
    return `process ${winner + 1} won`
  }
}
