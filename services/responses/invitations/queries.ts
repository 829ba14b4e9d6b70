import { sql } from 'kysely'
import type { z } from 'zod'
import type { invitationCalls } from '#contract/calls/invitations.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readerOf } from '#services/listings/projections.ts'
import { amount, currency } from '#services/reference/projections.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'
import { type Match, matchPeople } from './rules.ts'

type List = z.output<(typeof invitationCalls)['GET /api/listings/:id/invitations']['reply']>
export type ReceivedReply = z.output<(typeof invitationCalls)['GET /api/invitations']['reply']>[number]

/**
 * People invited to the caller's listing, latest first. While the listing is open, people who could be invited follow.
 */
export async function listInvitations(ctx: UserContext, listing_id: number): Promise<List> {
  const invitations = await ctx.db
    .selectFrom('invitations')
    .select(['id', 'user_id', 'state', 'decline_reason', 'created_at'])
    .where('listing_id', '=', listing_id)
    .orderBy('id', 'desc')
    .execute()
  const { status } = await ctx.db
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const matches = status === 'published' ? await matchPeople(ctx, ctx.db, listing_id) : []
  const invited = new Map(invitations.map(({ user_id, ...invitation }) => [user_id, invitation]))
  const fitting = new Map(matches.map((match) => [match.id, match]))
  const ids = [...new Set([...invited.keys(), ...fitting.keys()])]
  const users = new Map((await listUsersByIds(ctx.db, ids, readerOf(ctx))).map((user) => [user.id, user]))
  const people = ids.flatMap((id) => {
    const user = users.get(id)
    return user ? { user, ...whyOf(fitting.get(id)), invitation: invited.get(id) ?? null } : []
  })
  const responded = invitations.filter(({ state }) => state === 'responded').length
  return { limit: limits.invitations.count, invited: invitations.length, responded, people }
}

function whyOf(match: Match | undefined) {
  const { reason = null, skills = [], reply_minutes = null } = match ?? {}
  return { reason, skills: skills.slice(0, 3), reply_minutes }
}

/** SQL for the price of a published listing. The query needs the aliases `listing` and `currency`. */
function priceOf(reader: ReturnType<typeof readerOf>) {
  const endOf = (end: 'listing.min_stake' | 'listing.max_stake') =>
    sql`case when coalesce(listing.min_stake, listing.max_stake) is null
      then ${amount('listing.price')} else ${amount(end)} end`
  return sql<ReceivedReply['price']>`case when listing.status = 'published' then json_build_object(
    'from', ${endOf('listing.min_stake')}, 'to', ${endOf('listing.max_stake')}, 'unit', listing.payment_format,
    'currency', case when currency.id is not null then ${currency('currency', reader)} end) end`
}

/**
 * Invitations that the caller received: unanswered ones first, then newest first. Invitations of blocked authors are
 * left out.
 */
export async function listReceived(ctx: UserContext, id?: number): Promise<ReceivedReply[]> {
  const viewer_id = ctx.viewer.id
  return ctx.db
    .selectFrom('invitations as invitation')
    .innerJoin('listings as listing', 'listing.id', 'invitation.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .leftJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .select(['invitation.id', 'invitation.listing_id', 'invitation.state', 'invitation.end_reason'])
    .select([
      'invitation.among',
      'invitation.created_at',
      'listing.title',
      'listing.expires_at',
      'listing.deadline',
    ])
    .select(['invitation.words', 'invitation.decline_reason'])
    .select(sql<boolean>`listing.status = 'published'`.as('is_open'))
    .select('listing.kind as listing_kind')
    .select(priceOf(readerOf(ctx)).as('price'))
    .select(
      sql<ReceivedReply['author']>`json_build_object('id', author.id, 'full_name', author.full_name,
        'avatar_url', coalesce(author.logo_url, author.photo_url))`.as('author'),
    )
    .where('invitation.user_id', '=', viewer_id)
    .where(notBlocked('author.id', viewer_id))
    .$if(id !== undefined, (query) => query.where('invitation.id', '=', id ?? 0))
    .orderBy(sql`invitation.state in ('sent', 'seen')`, 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(limits.invitations.listed)
    .execute()
}

/** @throws not_found */
export async function getReceived(ctx: UserContext, id: number): Promise<ReceivedReply> {
  const [received] = await listReceived(ctx, id)
  if (!received) throw new AppError('not_found')
  return received
}
