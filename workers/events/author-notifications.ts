import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findEditRecipients } from '#services/moderation/messages/edit-messages.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { findRevisionNews } from '#services/notifications/queries.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { defineWorker, type EventFor } from '#workers/engine/worker.ts'

const kinds = {
  'payment.confirmed': 'payment_confirmed',
  /** Of the release before; now the act itself stores it (services/notifications/publication.ts). */
  'listing.published': 'listing_published',
  'listing.rejected': 'listing_rejected',
  'listing.expired': 'listing_expired',
} as const

/** Tells authors what became of their order or vacancy. */
export const authorNotifications = defineWorker({
  queue: 'author-notifications',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    if (event.topic === 'revision.rejected') return tellOfRevision(ctx, tx, event.payload.revision_id)
    if (event.topic === 'revision.published') return tellOfEdit(ctx, tx, event.payload.revision_id)
    if (event.topic === 'payment.refunded') return tellPayer(ctx, tx, 'payment_refunded', event.payload)
    if (event.topic === 'payment.credited') return tellPayer(ctx, tx, 'payment_credited', event.payload)
    if (event.topic === 'moderation.asked') return tellOfQuestion(ctx, tx, event.payload.question_id)
    const listing = await findListing(tx, event)
    if (!listing) return
    await queueDelivery(ctx, tx, {
      to: { user_id: listing.author_id },
      kind: kinds[event.topic],
      payload: { listing_id: listing.id },
      dedupe_key: `${kinds[event.topic]}:${event.id}`,
    })
  },
})

async function tellOfRevision(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const news = await findRevisionNews(tx, revision_id)
  if (!news) return
  await queueDelivery(ctx, tx, {
    to: { user_id: news.author_id },
    kind: 'revision_rejected',
    payload: { revision_id },
    dedupe_key: `revision_rejected:${revision_id}`,
  })
}

/** An edit that waited is published. */
async function tellOfEdit(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const news = await findEditRecipients(tx, revision_id)
  if (!news) return
  await queueDelivery(ctx, tx, {
    to: { user_id: news.author_id },
    kind: 'revision_approved',
    payload: { revision_id },
    dedupe_key: `revision_approved:${revision_id}`,
  })
}

/** Once per payment. */
async function tellPayer(
  ctx: Context,
  tx: Tx,
  kind: 'payment_refunded' | 'payment_credited',
  { payment_id }: { payment_id: number },
): Promise<void> {
  const payment = await lockPayment(tx, payment_id)
  if (!payment) return
  await queueDelivery(ctx, tx, {
    to: { user_id: payment.payer_id },
    kind,
    payload: { payment_id },
    dedupe_key: `${kind}:${payment_id}`,
  })
}

async function tellOfQuestion(ctx: Context, tx: Tx, question_id: number): Promise<void> {
  const asked = await tx
    .selectFrom('moderation_questions as question')
    .innerJoin('moderation_tasks as task', 'task.id', 'question.task_id')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('listing.author_id')
    .where('question.id', '=', question_id)
    .executeTakeFirst()
  // Gave way to a newer question before it was told.
  if (!asked) return
  await queueDelivery(ctx, tx, {
    to: { user_id: asked.author_id },
    kind: 'moderation_question',
    payload: { question_id },
    dedupe_key: `moderation_question:${question_id}`,
  })
}

type AboutListing = Exclude<
  EventFor<'author-notifications'>,
  {
    topic:
      | 'revision.rejected'
      | 'revision.published'
      | 'payment.refunded'
      | 'payment.credited'
      | 'moderation.asked'
  }
>

/** Undefined for the payment of a boost, which concerns no listing of the payer. */
function findListing(tx: Tx, { topic, payload }: AboutListing) {
  const listings = tx.selectFrom('listings').select(['listings.id', 'listings.author_id'])
  if (topic !== 'payment.confirmed')
    return listings.where('listings.id', '=', payload.listing_id).executeTakeFirst()
  return listings
    .innerJoin('payments', 'payments.listing_id', 'listings.id')
    .where('payments.id', '=', payload.payment_id)
    .executeTakeFirst()
}
