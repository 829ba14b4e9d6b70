import { expect } from 'vitest'
import { codesOf, type Round, startTogether } from './rounds.ts'
import { insertListing } from './seed.ts'
import { createRacers, type RaceSetup } from './setup.ts'

/**
 * A person with one free publication publishes two orders at once, each through another API process. One order is free,
 * and the other gets an invoice.
 */
export async function spendCredit(setup: RaceSetup): Promise<Round> {
  const [{ db }] = setup.workers
  const people = await createRacers(setup)
  return async (n, lane) => {
    const { id: user_id, calls } = people(lane)
    const credit = await db
      .insertInto('credits')
      .values({ user_id, product: 'project', reason: 'granted' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const orders = [
      await insertListing(setup, user_id, { status: 'draft' }),
      await insertListing(setup, user_id, { status: 'draft' }),
    ]
    const starts = orders.map((project_id, window) => () => {
      const body = { project_id, payment_type: 'project' as const }
      return calls[window as 0 | 1]('POST /pay/generate-payment-robokassa', { body })
    })
    const bills = await startTogether(starts, n)
    expect(codesOf(bills)).toEqual(['accepted', 'accepted'])
    expect(bills.map(({ reply }) => reply?.amount).sort()).toEqual([0, 2500])
    const winner = bills.findIndex(({ reply }) => reply?.state === 'paid')
    const spentCredits = await db
      .selectFrom('credits')
      .select('spent_payment_id')
      .where('id', '=', credit.id)
      .executeTakeFirstOrThrow()
    expect(spentCredits.spent_payment_id).toBe(bills[winner]?.reply?.invoice_id)
    const statuses = await db
      .selectFrom('listings')
      .select('status')
      .where('id', 'in', orders)
      .orderBy('id')
      .execute()
    expect(statuses.map(({ status }) => status)).toEqual(
      orders.map((_, index) => (index === winner ? 'moderation' : 'awaiting_payment')),
    )
    return `process ${winner + 1} won`
  }
}
