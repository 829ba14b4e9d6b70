import { expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { caller } from '#tests/support/api/call.ts'
import { confirmPayment, type Invoice, resultOf } from '#tests/support/orders/order-life.ts'
import { codesOf, type Round, together } from './rounds.ts'
import { insertListing, insertResponse } from './seed.ts'
import { crowd, type RaceSetup } from './setup.ts'

const stake = 9900

/**
 * Three people pay for the last places of an order, alternately for one and for two places. Those who are too late get
 * a credit.
 */
export async function lastSlot(setup: RaceSetup): Promise<Round> {
  const [ctx, other] = setup.workers
  const author = await setup.newcomer()
  const boosted = [await setup.newcomer(), await setup.newcomer()]
  const rivals = [await crowd(setup), await crowd(setup), await crowd(setup)]
  const provider = setup.doors.map((door) => caller(door))

  const bids = async (listing_id: number, taken: number, lane: number) => {
    for (const { id: user_id } of boosted.slice(0, taken))
      await insertResponse(setup, listing_id, { user_id, is_boosted: true })
    const made = []
    for (const rival of rivals) {
      const { id, calls } = rival(lane)
      const response_id = await insertResponse(setup, listing_id, { user_id: id })
      const body = { response_id, payment_type: 'response' as const }
      const ask = (window: number) => () =>
        calls[(window % 2) as 0 | 1]('POST /pay/generate-payment-robokassa', { body })
      made.push({ user_id: id, response_id, ask })
    }
    return made
  }

  /** The provider calls both processes, two workers confirm, and the clients request their invoices again. */
  const pay = async (invoices: Invoice[], asks: (() => Promise<Invoice>)[], n: number) => {
    const told = invoices.flatMap((invoice) =>
      provider.map((call) => () => call('POST /pay/robokassa/result', { body: resultOf({ ctx }, invoice) })),
    )
    const confirmed = invoices.flatMap((invoice) =>
      [ctx, other].map((worker) => () => confirmPayment({ ctx: worker }, invoice)),
    )
    const [reports, again] = await Promise.all([together(told, n), together(asks, n), together(confirmed, n)])
    expect(reports.map(({ reply }) => reply)).toEqual(
      invoices.flatMap(({ invoice_id }) => [`OK${invoice_id}`, `OK${invoice_id}`]),
    )
    return again
  }

  return async (n, lane) => {
    const listing_id = await insertListing(setup, author.id, { response_stake: stake })
    const taken = 2 - (n % 2)
    const racers = await bids(listing_id, taken, lane)
    const first = await together(
      racers.flatMap(({ ask }) => [ask(0), ask(1)]),
      n,
    )
    expect(codesOf(first)).toEqual(first.map(() => 'accepted'))
    const invoices = first.filter((_, place) => place % 2 === 0).map(({ reply }) => reply as Invoice)
    const numbers = invoices.map(({ invoice_id }) => invoice_id)
    expect(first.map(({ reply }) => reply?.invoice_id)).toEqual(numbers.flatMap((id) => [id, id]))
    expect(new Set(numbers).size).toBe(3)

    const asked = racers.map(({ ask }, place) => ask(n + place))
    // A repeated request returns the invoice that is being paid, never a second one.
    for (const [place, { reply, code }] of (await pay(invoices, asked, n)).entries())
      if (reply) expect(reply.invoice_id).toBe(numbers[place])
      else expect(['already_paid', 'slots_taken']).toContain(code)

    const won = await expectFates(setup, { listing_id, racers, numbers })
    // The credits of this round are deleted, so that the next round is paid with money again.
    await ctx.db.deleteFrom('credits').where('source_payment_id', 'in', numbers).execute()
    expect(won.filter(Boolean)).toHaveLength(limits.boostSlots - taken)
    const after = await together(asked, n)
    expect(after.map(({ code }) => code)).toEqual(won.map((has) => (has ? 'already_paid' : 'slots_taken')))
    return `rivals ${won.flatMap((has, place) => (has ? [place + 1] : [])).join(' and ')} won`
  }
}

type Fates = { listing_id: number; racers: { user_id: number; response_id: number }[]; numbers: number[] }

/**
 * Each payer is boosted or has one credit, and each payment is paid once.
 * @returns for each payer whether they were boosted
 */
async function expectFates({ workers: [{ db }] }: RaceSetup, { listing_id, racers, numbers }: Fates) {
  const responses = await db
    .selectFrom('responses')
    .select(['id', 'response_type'])
    .where('listing_id', '=', listing_id)
    .execute()
  expect(responses.filter(({ response_type }) => response_type === 20)).toHaveLength(limits.boostSlots)
  const fates = racers.map(({ response_id }) => responses.find(({ id }) => id === response_id))
  const won = fates.map((fate) => fate?.response_type === 20)
  const credits = await db
    .selectFrom('credits')
    .select(['user_id', 'product', 'source_payment_id'])
    .where('source_payment_id', 'in', numbers)
    .execute()
  const due = racers.flatMap(({ user_id }, place) =>
    won[place] ? [] : [{ user_id, product: 'response', source_payment_id: numbers[place] }],
  )
  expect(new Set(credits)).toEqual(new Set(due))
  expect(credits).toHaveLength(due.length)
  const paid = await db
    .selectFrom('payment_events')
    .select('payment_id')
    .where('payment_id', 'in', numbers)
    .where('to_state', '=', 'paid')
    .orderBy('payment_id')
    .execute()
  expect(paid.map(({ payment_id }) => payment_id)).toEqual(numbers.toSorted((a, b) => a - b))
  const ids = racers.map(({ response_id }) => response_id)
  const bills = await db.selectFrom('payments').select('id').where('response_id', 'in', ids).execute()
  expect(bills).toHaveLength(racers.length)
  return won
}
