import type { Tx } from '../index.ts'
import type { PaymentKind } from '../tables.ts'
import type { AddedListing } from './listings.ts'
import type { DemoTime } from './time.ts'

type PaidPayment = {
  kind: PaymentKind
  payer_id: number
  amount: number
  listing_id?: number
  response_id?: number
  at: string
}

/** Adds payments that are finished, with their histories. */
export async function addPaid(tx: Tx, payments: PaidPayment[]): Promise<void> {
  if (payments.length === 0) return
  const tariffs = await tx
    .selectFrom('tariffs')
    .select(['id', 'product'])
    .where('category_id', 'is', null)
    .orderBy('id')
    .execute()
  const ids = await tx
    .insertInto('payments')
    .values(
      payments.map(({ at, ...payment }) => ({
        ...payment,
        tariff_id: tariffs.find(({ product }) => product === payment.kind)?.id ?? null,
        rail: 'robokassa' as const,
        state: 'paid' as const,
        expires_at: at,
        paid_at: at,
        checked_at: at,
        checks: 1,
        is_test: true,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'paid_at'])
    .execute()
  await tx
    .insertInto('payment_events')
    .values(
      ids.flatMap(({ id: payment_id, paid_at }) => {
        const eventFields = { payment_id, details: null, created_at: paid_at ?? undefined }
        return [
          { ...eventFields, from_state: null, to_state: 'created' as const, reason: 'invoice' },
          {
            ...eventFields,
            from_state: 'created' as const,
            to_state: 'pending' as const,
            reason: 'result_call',
          },
          {
            ...eventFields,
            from_state: 'pending' as const,
            to_state: 'paid' as const,
            reason: 'provider_confirmed',
          },
        ]
      }),
    )
    .execute()
}

/** Adds the placement fees of demo listings that were paid for, and their tasks for the moderators. */
export async function addPlacements(tx: Tx, added: AddedListing[], time: DemoTime): Promise<void> {
  const placed = added
    .filter(({ listing }) => listing.status !== 'draft' && listing.status !== 'awaiting_payment')
    .map((one) => ({ ...one, at: time.hoursAgo(one.listing.hours_ago + 0.5) }))
  await addPaid(
    tx,
    placed.map(({ id, kind, listing, at }) => ({
      kind: kind === 'order' ? 'project' : 'vacancy',
      payer_id: time.person(listing.author),
      amount: time.placement,
      listing_id: id,
      at,
    })),
  )
  const tasks = placed.map(({ id, listing, at }) => {
    const task = { subject: 'listing' as const, listing_id: id, created_at: at, waiting_since: at }
    const isOpen = listing.status === 'moderation'
    const decided_at = isOpen ? null : time.hoursAgo(listing.hours_ago)
    const isRejected = listing.status === 'rejected'
    return {
      ...task,
      state: isOpen ? ('open' as const) : isRejected ? ('rejected' as const) : ('approved' as const),
      reason: listing.rejection_reason ?? null,
      decided_by: isOpen ? null : time.moderator,
      decided_at,
      effective_at: decided_at,
      applied_at: decided_at,
      updated_at: decided_at ?? at,
    }
  })
  if (tasks.length) await tx.insertInto('moderation_tasks').values(tasks).execute()
}
