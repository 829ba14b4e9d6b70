import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { lockOwn } from '#services/listings/access.ts'
import { review } from '#services/moderation/review/rules.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'
import { matchPeople } from './rules.ts'

const { count, receivedPerDay } = limits.invitations
const dayMs = 24 * 60 * 60_000

/**
 * Invites people to the caller's open listing and notifies them, with the author's text if there is one. If one of the
 * people cannot be invited, nobody is invited.
 * @throws not_found, listing_closed, invitations_over, already_invited, too_many_invitations, not_invitable,
 * words_not_allowed
 */
export async function invite(
  ctx: ActorContext,
  listing_id: number,
  user_ids: number[],
  words = '',
): Promise<void> {
  checkText(words)
  const inviteeIds = [...new Set(user_ids)].sort((one, other) => one - other)
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, listing_id)
    if (listing.status !== 'published') throw new AppError('listing_closed', { status: listing.status })
    await checkNumber(tx, listing_id, inviteeIds)
    await checkReceived(ctx, tx, inviteeIds)
    const matches = await matchPeople(ctx, tx, listing_id, inviteeIds)
    const amongById = new Map(matches.map((match) => [match.id, match.among]))
    const missing = inviteeIds.find((id) => !amongById.has(id))
    if (missing !== undefined) throw new AppError('not_invitable', { user_id: missing })
    await insertInvitations(
      ctx,
      tx,
      { listing_id, among: matches[0]?.among ?? 1, words: words || null },
      inviteeIds,
    )
  })
}

/** Refuses a text of an invitation with suspicious content, because nobody reviews such texts. */
function checkText(words: string): void {
  const flags = review({ texts: [words], is_known_author: true })
  if (flags.length > 0) throw new AppError('words_not_allowed', { noticed: flags })
}

/** Checks the number of invitations to a listing, and that nobody is invited twice. */
async function checkNumber(tx: Tx, listing_id: number, inviteeIds: number[]): Promise<void> {
  const existing = await tx
    .selectFrom('invitations')
    .select('user_id')
    .where('listing_id', '=', listing_id)
    .execute()
  const duplicate = existing.find(({ user_id }) => inviteeIds.includes(user_id))
  if (duplicate) throw new AppError('already_invited', { user_id: duplicate.user_id })
  if (existing.length + inviteeIds.length > count)
    throw new AppError('invitations_over', { limit: count, left: count - existing.length })
}

/**
 * Checks how many invitations each person has got in a day, from all authors together. The locks make concurrent
 * invitations count.
 */
async function checkReceived(ctx: ActorContext, tx: Tx, inviteeIds: number[]): Promise<void> {
  const since = new Date(ctx.now().getTime() - dayMs).toISOString()
  for (const id of inviteeIds)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invite:${id}`}, 0))`.execute(tx)
  const { rows } = await sql<{ user_id: number }>`
    select user_id from invitations where user_id = any (${inviteeIds}::bigint[]) and created_at > ${since}
    group by user_id having count(*) >= ${receivedPerDay} limit 1`.execute(tx)
  if (rows[0]) throw new AppError('too_many_invitations', { user_id: rows[0].user_id })
}

type NewInvitation = { listing_id: number; among: number; words: string | null }

async function insertInvitations(
  ctx: ActorContext,
  tx: Tx,
  { listing_id, among, words }: NewInvitation,
  user_ids: number[],
) {
  const now = ctx.now().toISOString()
  await sql`
    with made as (
      insert into invitations (listing_id, user_id, among, words, created_at)
      select ${listing_id}::bigint, id, ${among}::int, ${words}, ${now} from unnest(${user_ids}::bigint[]) id
      returning id, user_id
    )
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select user_id, 'invitation', 'bulk', 'invitation:' || ${listing_id}::text || ':' || user_id,
      jsonb_build_object('invitation_id', id, 'listing_id', ${listing_id}::bigint), ${ctx.request_id}, ${now}, ${now}
    from made on conflict (dedupe_key) do nothing`.execute(tx)
  await wakeSender(tx)
}
