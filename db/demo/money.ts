import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '../index.ts'
import type { PaymentKind } from '../tables.ts'
import type { DemoListing } from './listings.ts'
import type { DemoTime } from './time.ts'

type PaidPayment = {
  kind: PaymentKind
  payer_id: number
  amount: number
  listing_id?: number
  response_id?: number
  at: string
}

/** Adds a payment that is finished, with its history. */
export async function addPaid(tx: Tx, { at, ...payment }: PaidPayment): Promise<void> {
  const { id: payment_id } = await tx
    .insertInto('payments')
    .values({
      ...payment,
      rail: 'robokassa',
      state: 'paid',
      expires_at: at,
      paid_at: at,
      checked_at: at,
      checks: 1,
      is_test: true,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const eventFields = { payment_id, details: null, created_at: at }
  await tx
    .insertInto('payment_events')
    .values([
      { ...eventFields, from_state: null, to_state: 'created', reason: 'invoice' },
      { ...eventFields, from_state: 'created', to_state: 'pending', reason: 'result_call' },
      { ...eventFields, from_state: 'pending', to_state: 'paid', reason: 'provider_confirmed' },
    ])
    .execute()
}

/** Adds the placement fee of a demo listing that was paid for, and the moderators' task about the listing. */
export async function addPlacement(
  tx: Tx,
  kind: ListingKind,
  listing: DemoListing,
  listing_id: number,
  time: DemoTime,
): Promise<void> {
  if (listing.status === 'draft' || listing.status === 'awaiting_payment') return
  const at = time.hoursAgo(listing.hours_ago + 0.5)
  await addPaid(tx, {
    kind: kind === 'order' ? 'project' : 'vacancy',
    payer_id: time.person(listing.author),
    amount: time.placement,
    listing_id,
    at,
  })
  const task = { subject: 'listing' as const, listing_id, created_at: at, updated_at: at, waiting_since: at }
  if (listing.status === 'moderation') {
    await tx.insertInto('moderation_tasks').values(task).execute()
    return
  }
  const decided_at = time.hoursAgo(listing.hours_ago)
  const isRejected = listing.status === 'rejected'
  await tx
    .insertInto('moderation_tasks')
    .values({
      ...task,
      state: isRejected ? 'rejected' : 'approved',
      reason: listing.rejection_reason ?? null,
      decided_by: time.moderator,
      decided_at,
      effective_at: decided_at,
      applied_at: decided_at,
      updated_at: decided_at,
    })
    .execute()
}
