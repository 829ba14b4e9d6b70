import { expect } from 'vitest'
import { caller } from '#tests/support/call.ts'
import { confirmPayment, type Invoice, resultOf } from '#tests/support/order-life.ts'
import { listingOf, responseOf } from './market.ts'
import { codesOf, type Round, together } from './rounds.ts'
import type { Stage } from './stage.ts'

const stake = 9900

/** Three people pay for the third slot of an order: one gets it, the money of the others becomes a credit. */
export async function lastSlot(stage: Stage): Promise<Round> {
  const [ctx, other] = stage.workers
  const author = await stage.newcomer()
  const boosted = [await stage.newcomer(), await stage.newcomer()]
  const rivals = [await stage.newcomer(), await stage.newcomer(), await stage.newcomer()]
  const provider = stage.doors.map((door) => caller(door))

  const bids = async (listing_id: number) => {
    for (const { id: user_id } of boosted) await responseOf(stage, listing_id, { user_id, is_boosted: true })
    const made = []
    for (const { id, calls } of rivals) {
      const response_id = await responseOf(stage, listing_id, { user_id: id })
      const body = { response_id, payment_type: 'response' as const }
      const ask = (window: number) => () =>
        calls[(window % 2) as 0 | 1]('POST /pay/generate-payment-robokassa', { body })
      made.push({ user_id: id, response_id, ask })
    }
    return made
  }

  /** The provider tells both processes, workers of two processes confirm, and the phones ask for a bill again. */
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

  return async (n) => {
    const listing_id = await listingOf(stage, author.id, { response_stake: stake })
    const racers = await bids(listing_id)
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
    // The same bill while its money is on the way, never a second one.
    for (const [place, { reply, code }] of (await pay(invoices, asked, n)).entries())
      if (reply) expect(reply.invoice_id).toBe(numbers[place])
      else expect(['already_paid', 'slots_taken']).toContain(code)

    const winner = await expectFates(stage, { listing_id, racers, numbers })
    const after = await together(asked, n)
    const codes = after.map(({ code }) => code)
    expect(codes).toEqual(racers.map((_, place) => (place === winner ? 'already_paid' : 'slots_taken')))
    return `rival ${winner + 1} won`
  }
}

type Fates = { listing_id: number; racers: { user_id: number; response_id: number }[]; numbers: number[] }

/** One boost more, one credit and one case for each of the others, each payment paid once. @returns who won */
async function expectFates({ workers: [{ db }] }: Stage, { listing_id, racers, numbers }: Fates) {
  const responses = await db
    .selectFrom('responses')
    .select(['id', 'user_id', 'response_type', 'boost_credited_at'])
    .where('listing_id', '=', listing_id)
    .orderBy('id')
    .execute()
  expect(responses.filter(({ response_type }) => response_type === 20)).toHaveLength(3)
  const winner = responses.slice(2).findIndex(({ response_type }) => response_type === 20)
  const losers = racers.map((_, place) => place).filter((place) => place !== winner)
  expect(responses.slice(2).map((row) => row.boost_credited_at !== null)).toEqual(
    racers.map((_, place) => place !== winner),
  )
  const credits = await db
    .selectFrom('credits')
    .select(['user_id', 'product', 'source_payment_id'])
    .where('source_payment_id', 'in', numbers)
    .orderBy('source_payment_id')
    .execute()
  const due = losers.map((place) => ({
    user_id: racers[place]?.user_id,
    product: 'response',
    source_payment_id: numbers[place],
  }))
  expect(credits).toEqual(due.sort((a, b) => (a.source_payment_id ?? 0) - (b.source_payment_id ?? 0)))
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
  return winner
}
