import type { Db } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import type { Boost, Refund, StarOrder } from './money-flows.ts'

/** Robokassa's own record of money taken and returned, one entry per payment operation. */
export type Movements = { operations: { inv_id: number; taken_kopecks: number; returned_kopecks: number }[] }

export interface Flows {
  boosts: Boost[]
  refunds: Refund[]
  stars: StarOrder[]
}

/**
 * Checks boosts, refunds and payments in Stars.
 * @returns violations, in words
 */
export async function auditFlows(world: World, db: Db, flows: Flows): Promise<string[]> {
  const { operations } = await world.robokassa.get<Movements>('/_movements')
  const stars = await readStarMovements(world)
  const violations: string[] = []
  const expectEqual = (name: string, actual: unknown, expected: unknown) => {
    const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (actualJson !== expectedJson) violations.push(`${name}: ${actualJson} instead of ${expectedJson}`)
  }
  for (const { response_id, invoice_id } of flows.boosts) {
    const response = await db
      .selectFrom('responses')
      .select('response_type')
      .where('id', '=', response_id)
      .executeTakeFirstOrThrow()
    expectEqual(`boost ${invoice_id} at the provider`, moneyOf(operations, invoice_id), [[15_000, 0]])
    expectEqual(`response ${response_id}`, response.response_type, 20)
    expectEqual(`boost ${invoice_id}`, await movesOf(db, invoice_id), ['paid'])
  }
  for (const { listing_id, invoice_id } of flows.refunds) {
    expectEqual(`refund ${invoice_id} at the provider`, moneyOf(operations, invoice_id), [[250_000, 250_000]])
    expectEqual(`order ${listing_id}`, await statusOf(db, listing_id), 'refunded')
    expectEqual(`refund ${invoice_id}`, await movesOf(db, invoice_id), ['paid', 'refund_pending', 'refunded'])
  }
  for (const { author, listing_id, invoice_id } of flows.stars) {
    const ownEntries = stars.filter(({ user_id }) => user_id === author.telegram_id)
    expectEqual(
      `Stars of ${invoice_id} at the provider`,
      ownEntries.map(({ kind, amount }) => [kind, amount]),
      [['payment', 1924]],
    )
    expectEqual(`order ${listing_id}`, await statusOf(db, listing_id), 'published')
    expectEqual(`Stars ${invoice_id}`, await movesOf(db, invoice_id), ['paid'])
  }
  return violations
}

const moneyOf = (operations: Movements['operations'], invoice_id: number) =>
  operations
    .filter(({ inv_id }) => inv_id === invoice_id)
    .map(({ taken_kopecks, returned_kopecks }) => [taken_kopecks, returned_kopecks])

/** State changes of a payment that move money, in order. */
async function movesOf(db: Db, payment_id: number): Promise<string[]> {
  const moves = await db
    .selectFrom('payment_events')
    .select('to_state')
    .where('payment_id', '=', payment_id)
    .where('to_state', 'in', ['paid', 'refund_pending', 'refunded'])
    .orderBy('id')
    .execute()
  return moves.map(({ to_state }) => to_state)
}

async function statusOf(db: Db, id: number): Promise<string> {
  const row = db.selectFrom('listings').select('status').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).status
}

type StarEntry = { user_id: number; kind: 'payment' | 'refund'; amount: number }

/** Telegram's own record of Star payments and refunds, read through the Bot API. */
export async function readStarMovements({ env }: World): Promise<StarEntry[]> {
  const entries: StarEntry[] = []
  for (;;) {
    const url = `${env.BOT_API_ROOT}/bot${env.BOT_TOKEN}/getStarTransactions?offset=${entries.length}&limit=100`
    type Partner = { user: { id: number } }
    type Page = { result: { transactions: { amount: number; source?: Partner; receiver?: Partner }[] } }
    const { result } = (await (await fetch(url)).json()) as Page
    for (const { amount, source, receiver } of result.transactions)
      entries.push({
        amount,
        user_id: (source ?? receiver)?.user.id ?? 0,
        kind: source ? 'payment' : 'refund',
      })
    if (result.transactions.length < 100) return entries
  }
}
