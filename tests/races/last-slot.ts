import { expect } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { confirmPayment, type Invoice, resultOf } from '#tests/support/orders/order-life.ts'
import { codesOf, type Round, startTogether } from './rounds.ts'
import { insertListing, insertResponse } from './seed.ts'
import { createRacers, type RaceSetup } from './setup.ts'

const stake = 9900

/**
 * Three people pay at once for the last boost places of an order. One place is left in half of the rounds, two in the
 * other half. Those who pay too late get a credit.
 */
export async function lastSlot(setup: RaceSetup): Promise<Round> {
  const [ctx, other] = setup.workers
  const author = await setup.newcomer()
  const boosted = [await setup.newcomer(), await setup.newcomer()]
  const rivals = [await createRacers(setup), await createRacers(setup), await createRacers(setup)]
  const provider = setup.targets.map((target) => createCaller(target))

  const openBids = async (listing_id: number, takenSlots: number, lane: number) => {
    for (const { id: user_id } of boosted.slice(0, takenSlots))
      await insertResponse(setup, listing_id, { user_id, is_boosted: true })
    const racers = []
    for (const rival of rivals) {
      const { id, calls } = rival(lane)
      const response_id = await insertResponse(setup, listing_id, { user_id: id })
      const body = { response_id, payment_type: 'response' as const }
      const requestInvoice = (window: number) => () =>
        calls[(window % 2) as 0 | 1]('POST /pay/generate-payment-robokassa', { body })
      racers.push({ user_id: id, response_id, requestInvoice })
    }
    return racers
  }

  /**
   * Robokassa calls both API processes, two workers confirm the payments, and the clients request their invoices again,
   * all at once.
   */
  const payInvoices = async (invoices: Invoice[], requests: (() => Promise<Invoice>)[], n: number) => {
    const reportCalls = invoices.flatMap((invoice) =>
      provider.map((call) => () => call('POST /pay/robokassa/result', { body: resultOf({ ctx }, invoice) })),
    )
    const confirmations = invoices.flatMap((invoice) =>
      [ctx, other].map((worker) => () => confirmPayment({ ctx: worker }, invoice)),
    )
    const [reports, repeatedInvoices] = await Promise.all([
      startTogether(reportCalls, n),
      startTogether(requests, n),
      startTogether(confirmations, n),
    ])
    expect(reports.map(({ reply }) => reply)).toEqual(
      invoices.flatMap(({ invoice_id }) => [`OK${invoice_id}`, `OK${invoice_id}`]),
    )
    return repeatedInvoices
  }

  return async (n, lane) => {
    const listing_id = await insertListing(setup, author.id, { response_stake: stake })
    const takenSlots = 2 - (n % 2)
    const racers = await openBids(listing_id, takenSlots, lane)
    const first = await startTogether(
      racers.flatMap(({ requestInvoice }) => [requestInvoice(0), requestInvoice(1)]),
      n,
    )
    expect(codesOf(first)).toEqual(first.map(() => 'accepted'))
    const invoices = first.filter((_, index) => index % 2 === 0).map(({ reply }) => reply as Invoice)
    const numbers = invoices.map(({ invoice_id }) => invoice_id)
    expect(first.map(({ reply }) => reply?.invoice_id)).toEqual(numbers.flatMap((id) => [id, id]))
    expect(new Set(numbers).size).toBe(3)

    const invoiceRequests = racers.map(({ requestInvoice }, index) => requestInvoice(n + index))
    // A repeated request for an invoice returns the invoice that is being paid, never a second one.
    for (const [index, { reply, code }] of (await payInvoices(invoices, invoiceRequests, n)).entries())
      if (reply) expect(reply.invoice_id).toBe(numbers[index])
      else expect(['already_paid', 'slots_taken']).toContain(code)

    const areBoosted = await expectBoostOrCredit(setup, { listing_id, racers, numbers })
    // Deletes the credits of this round, so that the next round is paid with money again.
    await ctx.db.deleteFrom('credits').where('source_payment_id', 'in', numbers).execute()
    expect(areBoosted.filter(Boolean)).toHaveLength(limits.boostSlots - takenSlots)
    const outcomesAfter = await startTogether(invoiceRequests, n)
    expect(outcomesAfter.map(({ code }) => code)).toEqual(
      areBoosted.map((isBoosted) => (isBoosted ? 'already_paid' : 'slots_taken')),
    )
    return `rivals ${areBoosted.flatMap((isBoosted, index) => (isBoosted ? [index + 1] : [])).join(' and ')} won`
  }
}

type RaceResult = {
  listing_id: number
  racers: { user_id: number; response_id: number }[]
  numbers: number[]
}

/**
 * Checks that each payer either has a boost or one credit, and that each payment is paid once.
 * @returns for each payer whether the response is boosted
 */
async function expectBoostOrCredit(
  { workers: [{ db }] }: RaceSetup,
  { listing_id, racers, numbers }: RaceResult,
) {
  const responses = await db
    .selectFrom('responses')
    .select(['id', 'response_type'])
    .where('listing_id', '=', listing_id)
    .execute()
  expect(responses.filter(({ response_type }) => response_type === 20)).toHaveLength(limits.boostSlots)
  const finalResponses = racers.map(({ response_id }) => responses.find(({ id }) => id === response_id))
  const areBoosted = finalResponses.map((response) => response?.response_type === 20)
  const credits = await db
    .selectFrom('credits')
    .select(['user_id', 'product', 'source_payment_id'])
    .where('source_payment_id', 'in', numbers)
    .execute()
  const creditsDue = racers.flatMap(({ user_id }, index) =>
    areBoosted[index] ? [] : [{ user_id, product: 'response', source_payment_id: numbers[index] }],
  )
  expect(new Set(credits)).toEqual(new Set(creditsDue))
  expect(credits).toHaveLength(creditsDue.length)
  const paidPayments = await db
    .selectFrom('payment_events')
    .select('payment_id')
    .where('payment_id', 'in', numbers)
    .where('to_state', '=', 'paid')
    .orderBy('payment_id')
    .execute()
  expect(paidPayments.map(({ payment_id }) => payment_id)).toEqual(numbers.toSorted((a, b) => a - b))
  const ids = racers.map(({ response_id }) => response_id)
  const bills = await db.selectFrom('payments').select('id').where('response_id', 'in', ids).execute()
  expect(bills).toHaveLength(racers.length)
  return areBoosted
}
