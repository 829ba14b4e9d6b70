import { sql } from 'kysely'
import {
  type InvitationEnd,
  type InvitationMove,
  type InviteDecline,
  invitationMoves,
} from '#contract/invitations.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'

type Which = { id: number } | { listing_id: number; end_reason?: InvitationEnd }
type EndColumns = { end_reason?: InvitationEnd; decline_reason?: InviteDecline | undefined }

/**
 * Moves invitations whose state allows the move. If the person responds to the listing, store-response.ts moves the
 * invitation. Reopening clears the reason of the end; an invitation that was never seen becomes `sent` again.
 * @returns the moved invitations
 */
export async function moveInvitations(
  ctx: Context,
  tx: Tx,
  move: InvitationMove,
  which: Which,
  { end_reason, decline_reason }: EndColumns = {},
) {
  const now = ctx.now().toISOString()
  const { from, to } = invitationMoves[move]
  const isSeen = move === 'see' || move === 'decline'
  return tx
    .updateTable('invitations')
    .set({
      state: move === 'reopen' ? sql`case when seen_at is null then 'sent' else 'seen' end` : (to as never),
      seen_at: isSeen ? sql<string>`coalesce(seen_at, ${now})` : sql`seen_at`,
      ended_at: move === 'end' ? now : null,
      end_reason: end_reason ?? null,
      decline_reason: move === 'decline' ? sql`coalesce(${decline_reason ?? null}, decline_reason)` : null,
    })
    .where((eb) => eb.and(which))
    .where('state', 'in', [...from])
    .returning(['id', 'user_id', 'listing_id'])
    .execute()
}

/** Queues the redrawing of the messages that contain the given invitations, in one statement. */
export async function drawInvitations(ctx: Context, tx: Tx, ids: number[]): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select told.user_id, 'invitation_drawn', 'transactional',
      'invitation_drawn:' || invitation.id || ':' || ${now}::text,
      jsonb_build_object('invitation_id', invitation.id, 'message_id', told.message_id), ${ctx.request_id}, ${now}, ${now}
    from invitations invitation
    join deliveries told on told.dedupe_key = 'invitation:' || invitation.listing_id || ':' || invitation.user_id
    where invitation.id = any (${ids}::bigint[]) and told.state = 'sent' and told.digest_id is null
      and told.message_id is not null
    on conflict (dedupe_key) do nothing`.execute(tx)
  await wakeSender(tx)
}
