import type { Db } from '#db/index.ts'
import type { Effects } from './effects.ts'
import { cardFees, cardMovements, type MovedAmounts, type StarEntry, starMovements } from './movements.ts'
import type { Story } from './story.ts'
import type { MoneyWorld } from './world.ts'

/**
 * Independent records that a story's payments are compared with: those of the providers, and the placements seen on
 * listings.
 */
export interface Audit {
  cards: Map<number, MovedAmounts>
  /** The provider's fees for each operation of an invoice, in kopecks. */
  fees: Map<number, number[]>
  stars: StarEntry[]
  effects: Effects
}

export async function openBooks(world: MoneyWorld, effects: Effects): Promise<Audit> {
  return { cards: cardMovements(world), fees: cardFees(world), stars: await starMovements(world), effects }
}

type Rows = Awaited<ReturnType<typeof readRows>>
type Payment = Rows['payments'][number]

async function readRows(db: Db, story: Story) {
  const people = [0, ...story.user_ids]
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'state', 'source', 'rail', 'amount', 'op_key', 'listing_id', 'response_id'])
    .where('payer_id', 'in', people)
    .orderBy('id')
    .execute()
  const ids = [0, ...payments.map(({ id }) => id)]
  const credits = await db
    .selectFrom('credits')
    .select(['source_payment_id', 'reason'])
    .where('source_payment_id', 'in', ids)
    .execute()
  const cases = await db
    .selectFrom('payment_cases')
    .select(['id', 'kind', 'payment_id', 'invoice_id', 'state', 'resolution'])
    .where('invoice_id', 'in', ids)
    .execute()
  const listings = await db
    .selectFrom('listings')
    .select(['id', 'status', 'published_at'])
    .where('id', 'in', [0, ...story.listings])
    .execute()
  const responses = await db
    .selectFrom('responses')
    .innerJoin('listings', 'listings.id', 'responses.listing_id')
    .select(['responses.id', 'responses.status', 'response_type', 'listings.status as listing_status'])
    .where('listing_id', 'in', [0, ...story.listings])
    .execute()
  const violations = await db
    .selectFrom('payment_invariant_violations')
    .select(['violation', 'payment_id', 'listing_id'])
    .where((eb) => eb.or([eb('payment_id', 'in', ids), eb('listing_id', 'in', [0, ...story.listings])]))
    .execute()
  // The ledger books money of a case without a payment under the invoice number of the case.
  const standings = await db
    .selectFrom('ledger_standings as standing')
    .leftJoin('payment_cases as about', 'about.id', 'standing.case_id')
    .select(['account', 'amount'])
    .select((eb) => eb.fn.coalesce('standing.payment_id', 'about.invoice_id').as('payment_id'))
    .where((eb) => eb(eb.fn.coalesce('standing.payment_id', 'about.invoice_id'), 'in', ids))
    .execute()
  return { standings, payments, credits, cases, listings, responses, violations }
}

/** Returns violations about the payments of one story, in words; an empty list if there are none. */
export async function audit(story: Story, records: Audit): Promise<string[]> {
  const rows = await readRows(story.world.api.ctx.db, story)
  return [
    ...story.earlyViolations,
    ...rows.payments.flatMap((payment) => auditPayment(payment, rows, records)),
    ...rows.payments.flatMap((payment) => auditLedger(payment, rows, records)),
    ...auditStars(story, rows, records),
    ...rows.listings.flatMap((listing) => auditListing(listing, rows, records)),
    ...rows.responses.flatMap((response) => auditBoost(story, response, rows)),
    ...rows.violations.map(
      ({ violation, payment_id, listing_id }) =>
        `the view says ${violation} of payment ${payment_id}, listing ${listing_id}`,
    ),
  ]
}

/**
 * Matches resolutions of a case by an admin. The state of the payment may then differ from the provider's record, but
 * the ledger must not.
 */
const byPerson = /^(apply|returned|accept):/

/** Compares the row of one payment with the provider's record of it. */
function auditPayment(payment: Payment, { cases }: Rows, { cards, stars }: Audit): string[] {
  const { id, state, amount, rail, source, op_key } = payment
  if (source !== 'money') return []
  const charge = stars.find((entry) => entry.charge === op_key)
  const { taken, returned } = (rail === 'stars' ? charge : cards.get(id)) ?? { taken: 0, returned: 0 }
  const name = `payment ${id} (${rail}, ${state})`
  const isOpen = cases.some(({ invoice_id, state: of }) => invoice_id === id && of === 'open')
  const problems: string[] = []
  const isEnded = cases.some(
    ({ invoice_id, resolution }) => invoice_id === id && byPerson.test(resolution ?? ''),
  )
  if (returned > taken) problems.push(`${name}: ${returned} went back of ${taken}`)
  if (isOpen || (isEnded && state !== 'refunded')) return problems
  if (taken > returned && state !== 'paid')
    problems.push(`${name}: the provider holds ${taken - returned}, and nobody knows of it`)
  if (state === 'paid' && taken - returned !== amount)
    problems.push(`${name}: paid here, ${taken} taken and ${returned} given back at the provider`)
  // The provider may itself have refunded an earlier try of the same payment link.
  if (state === 'refunded' && (taken !== returned || returned < amount))
    problems.push(`${name}: refunded here, ${taken} taken and ${returned} given back at the provider`)
  if (state === 'refund_pending' || state === 'pending') problems.push(`${name}: never ends`)
  return problems
}

/** Every charge in Stars that was not refunded must belong to a payment. */
function auditStars(story: Story, { payments }: Rows, { stars }: Audit): string[] {
  const people = story.people.map(({ account }) => account.id)
  return stars
    .filter(({ payer, taken, returned }) => people.includes(payer) && taken > returned)
    .filter(({ charge }) => !payments.some(({ op_key }) => op_key === charge))
    .map(({ charge, taken }) => `${taken} Stars of charge ${charge} are in no payment`)
}

/** Counts the payments that must have bought something. A payment that became a credit has bought nothing. */
function countBuyingPayments(payments: Payment[], { credits }: Rows): number {
  const isIdle = ({ id }: Payment) => credits.some(({ source_payment_id }) => source_payment_id === id)
  return payments.filter((payment) => payment.state === 'paid' && !isIdle(payment)).length
}

function auditListing(listing: Rows['listings'][number], rows: Rows, { effects }: Audit): string[] {
  const { id, status, published_at } = listing
  const isWaiting =
    status === 'moderation' || status === 'rejected' || (status === 'hidden' && published_at === null)
  const placements = effects.placements(id) + (isWaiting ? 1 : 0)
  const paymentCount = countBuyingPayments(
    rows.payments.filter(({ listing_id }) => listing_id === id),
    rows,
  )
  if (placements === paymentCount) return []
  return [`listing ${id} (${status}) had ${placements} placements for ${paymentCount} payments`]
}

const endedStatuses = ['declined', 'not_chosen']

/**
 * A boosted response must have exactly one payment. If the listing ended and the response was never opened, the boost
 * must be refunded, unless the sender withdrew the response.
 */
function auditBoost(story: Story, response: Rows['responses'][number], rows: Rows): string[] {
  const { id, status, response_type, listing_status } = response
  const paymentCount = countBuyingPayments(
    rows.payments.filter(({ response_id }) => response_id === id),
    rows,
  )
  const isBoosted = response_type === 20
  const problems: string[] = []
  if (paymentCount !== (isBoosted ? 1 : 0))
    problems.push(
      `response ${id} (${status}) is ${isBoosted ? '' : 'not '}boosted for ${paymentCount} payments`,
    )
  const isGone = ['deleted', 'refunded', 'completed', 'archived'].includes(listing_status)
  const isOver = endedStatuses.includes(status) || (isGone && status !== 'withdrawn' && status !== 'chosen')
  if (isBoosted && isOver && !story.looked_at.has(id))
    problems.push(`the boost of response ${id} (${status}) was never seen and is not given back`)
  return problems
}

/** Compares the double-entry ledger with the records of the providers. */
function auditLedger(payment: Payment, { standings, cases }: Rows, { cards, stars, fees }: Audit): string[] {
  const { id, state, source, rail, op_key } = payment
  if (source !== 'money') return []
  const ownStandings = standings.filter(({ payment_id }) => payment_id === id)
  const of = (account: string) =>
    ownStandings.filter((row) => row.account === account).reduce((sum, { amount }) => sum + Number(amount), 0)
  const movement = rail === 'stars' ? stars.find(({ charge }) => charge === op_key) : cards.get(id)
  const heldAmount = (movement?.taken ?? 0) - (movement?.returned ?? 0)
  const isOpen = cases.some(({ invoice_id, state: now }) => invoice_id === id && now === 'open')
  const name = `ledger of payment ${id} (${rail}, ${state})`
  const problems: string[] = []
  if (ownStandings.reduce((sum, { amount }) => sum + Number(amount), 0) !== 0)
    problems.push(`${name} does not balance`)
  const keptFees = fees.get(id) ?? []
  if (of('fees') !== 0 && !keptFees.includes(-of('fees')))
    problems.push(`${name} has a fee of ${-of('fees')}, the provider kept ${keptFees.join(' or ') || 'none'}`)
  // If an admin accepts a payment with a wrong amount, the amount that was credited counts.
  const isTaken = cases.some(
    ({ invoice_id, kind, resolution }) =>
      invoice_id === id && kind === 'amount_mismatch' && byPerson.test(resolution ?? ''),
  )
  const bookedAmount = -of('provider') - of('fees')
  if (
    !isOpen &&
    bookedAmount !== heldAmount &&
    !(isTaken && keptFees.some((fee) => bookedAmount === heldAmount - fee))
  )
    problems.push(`${name} has ${bookedAmount} of ${heldAmount} at the provider`)
  if (!isOpen && of('suspense') !== 0) problems.push(`${name} leaves ${of('suspense')} in suspense`)
  if (of('returning') !== 0 && state !== 'refund_pending')
    problems.push(`${name} is returning ${of('returning')}`)
  return problems
}

/** Returns the payment cases that are still open for an admin. */
export async function openCasesOf(story: Story): Promise<Rows['cases']> {
  const { cases } = await readRows(story.world.api.ctx.db, story)
  return cases.filter(({ state }) => state === 'open')
}
