import { sql } from 'kysely'
import { statusesBefore, waitingResponses } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { moveListing } from '#services/listings/moves.ts'
import { closeAppeal } from '#services/moderation/appeals/appeals.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'
import { refundPlacement } from '#services/payments/refunds/automatic-refunds.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'

/** Days before the end of a placement on which the author is reminded of the end. */
const reminderDays = [5, 1]

/**
 * Expires listings whose placement has ended. Responses to them stay undecided, because the author can renew the
 * listing. An open appeal against a takedown is closed.
 * @returns number of listings
 */
export async function expireListings(ctx: Context, batch: number): Promise<number> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const listings = await tx
      .selectFrom('listings')
      .select(['id', 'status', 'author_id', 'hidden_reason'])
      .where('expires_at', '<=', now)
      .where('status', 'in', statusesBefore('expire'))
      .orderBy('expires_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const listing of listings) {
      await moveListing(ctx, tx, listing, { by: 'clock', move: 'expire' })
      await record(ctx, tx, 'listing.expired', { listing_id: listing.id })
      if (listing.hidden_reason === 'staff') await closeAppeal(ctx, tx, listing)
    }
    return listings.length
  })
}

/**
 * Ends the responses of expired listings that were not renewed in time. The senders are notified. A boost of a response
 * that the author never saw is refunded.
 * @returns number of listings
 */
export async function endUnrenewedResponses(ctx: Context, batch: number): Promise<number> {
  const since = new Date(ctx.now().getTime() - limits.renewal.ms).toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const listings = await tx
      .selectFrom('listings')
      .select('id')
      .where('expires_at', '<=', since)
      .where('status', 'in', ['expired', 'awaiting_payment', 'rejected', 'refunded'])
      .where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('responses')
              .whereRef('responses.listing_id', '=', 'listings.id')
              .where('responses.status', 'in', waitingResponses),
          ),
          eb.exists(
            eb
              .selectFrom('invitations')
              .whereRef('invitations.listing_id', '=', 'listings.id')
              .where('invitations.state', 'in', ['sent', 'seen']),
          ),
        ]),
      )
      .orderBy('expires_at')
      .limit(batch)
      .forUpdate('listings')
      .skipLocked()
      .execute()
    for (const { id } of listings) await endResponses(ctx, tx, { listing_id: id, reason: 'not_renewed' })
    return listings.length
  })
}

/**
 * Queues the reminders that a placement ends soon. A repeated call queues no reminder twice.
 * @returns number of messages
 */
export async function remindOfExpiry(ctx: Context): Promise<number> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
      select listing.author_id, 'listing_expiring', 'transactional',
        'listing_expiring:' || listing.id || ':' || day || ':' || extract(epoch from listing.expires_at)::bigint,
        jsonb_build_object('listing_id', listing.id), ${ctx.request_id}, ${now}, ${now}
      from listings listing, unnest(${reminderDays}::int[]) day
      where listing.status = 'published' and listing.expires_at > ${now}
        and listing.expires_at <= ${now}::timestamptz + day * interval '1 day'
        -- Of reminders that are due together only the latest is sent.
        and not exists (select from unnest(${reminderDays}::int[]) closer
          where closer < day and listing.expires_at <= ${now}::timestamptz + closer * interval '1 day')
        -- A placement shorter than the notice needs none.
        and listing.listed_at <= ${now}::timestamptz - interval '1 day'
      on conflict (dedupe_key) do nothing
    `.execute(tx)
    await wakeSender(tx)
    return Number(numAffectedRows)
  })
}

/**
 * Refunds placements and renewals that moderators rejected and their authors did not correct in time.
 * @returns number of listings
 */
export async function refundAbandoned(ctx: Context, batch: number): Promise<number> {
  const now = ctx.now()
  const since = new Date(now.getTime() - limits.moderation.refundMs).toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const listings = await tx
      .selectFrom('listings')
      .select(['id', 'status'])
      .where('status', '=', 'rejected')
      .where('rejected_at', '<=', since)
      .orderBy('rejected_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const listing of listings) {
      await moveListing(ctx, tx, listing, { by: 'clock', move: 'refund' })
      await refundPlacement(ctx, tx, listing.id, 'rejected and left alone')
    }
    return listings.length
  })
}
