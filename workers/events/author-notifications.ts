import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findEditRecipients, findRevisionNews } from '#services/moderation/messages/edit-messages.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { defineWorker, type EventFor } from '#workers/engine/worker.ts'

const kinds = {
  'payment.confirmed': 'payment_confirmed',
  /**
   * These events are written by the previous release only. In this release the act itself queues the message
   * (services/listings/audience/actions.ts).
   */
  'listing.published': 'listing_published',
  'listing.rejected': 'listing_rejected',
  'listing.expired': 'listing_expired',
} as const

/** Notifies authors about their orders and vacancies, and payers about their payments. */
export const authorNotifications = defineWorker({
  queue: 'author-notifications',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    if (event.topic === 'revision.rejected') return notifyRejectedEdit(ctx, tx, event.payload.revision_id)
    if (event.topic === 'revision.published') return notifyApprovedEdit(ctx, tx, event.payload.revision_id)
    if (event.topic === 'payment.refunded') return notifyPayer(ctx, tx, 'payment_refunded', event.payload)
    if (event.topic === 'payment.credited') return notifyPayer(ctx, tx, 'payment_credited', event.payload)
    if (event.topic === 'moderation.asked') return notifyQuestion(ctx, tx, event.payload.question_id)
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

async function notifyRejectedEdit(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const news = await findRevisionNews(tx, revision_id)
  if (!news) return
  await queueDelivery(ctx, tx, {
    to: { user_id: news.author_id },
    kind: 'revision_rejected',
    payload: { revision_id },
  })
}

/** Notifies the author that an approved edit is public. */
async function notifyApprovedEdit(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const news = await findEditRecipients(tx, revision_id)
  if (!news) return
  await queueDelivery(ctx, tx, {
    to: { user_id: news.author_id },
    kind: 'revision_approved',
    payload: { revision_id },
  })
}

/** Notifies the payer of a refund or credit, once per payment. */
async function notifyPayer(
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
  })
}

async function notifyQuestion(ctx: Context, tx: Tx, question_id: number): Promise<void> {
  const question = await tx
    .selectFrom('moderation_questions as question')
    .innerJoin('moderation_tasks as task', 'task.id', 'question.task_id')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('listing.author_id')
    .where('question.id', '=', question_id)
    .executeTakeFirst()
  // The question no longer exists, because a newer question replaced it before it was sent.
  if (!question) return
  await queueDelivery(ctx, tx, {
    to: { user_id: question.author_id },
    kind: 'moderation_question',
    payload: { question_id },
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

/**
 * Returns the listing that an event is about. Undefined for the payment of a boost, which is not about a listing of the
 * payer.
 */
function findListing(tx: Tx, { topic, payload }: AboutListing) {
  const listings = tx.selectFrom('listings').select(['listings.id', 'listings.author_id'])
  if (topic !== 'payment.confirmed')
    return listings.where('listings.id', '=', payload.listing_id).executeTakeFirst()
  return listings
    .innerJoin('payments', 'payments.listing_id', 'listings.id')
    .where('payments.id', '=', payload.payment_id)
    .executeTakeFirst()
}
