import { sql } from 'kysely'
import { type InvitationEnd, invitationEnds } from '#contract/invitations.ts'
import type { EndReason } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'
import { drawInvitations, moveInvitations } from './moves.ts'

const endsInvitations = (reason: EndReason): reason is InvitationEnd => reason in invitationEnds

/**
 * Ends the unanswered invitations of a listing that ends, in the same transaction. Each invited person is notified
 * once.
 */
export async function endInvitations(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  reason: EndReason,
): Promise<void> {
  if (!endsInvitations(reason)) return
  const endedInvitations = await moveInvitations(ctx, tx, 'end', { listing_id }, { end_reason: reason })
  if (endedInvitations.length === 0) return
  const ids = endedInvitations.map(({ id }) => id)
  const now = ctx.now().toISOString()
  await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select user_id, 'invitation_ended', 'transactional', invitation_end_key(id, ended_at),
      jsonb_build_object('invitation_id', id), ${ctx.request_id}, ${now}, ${now}
    from invitations where id = any (${ids}::bigint[])
    on conflict (dedupe_key) do nothing`.execute(tx)
  await drawInvitations(ctx, tx, ids)
  await wakeSender(tx)
}

/** Opens invitations again that had ended with their listing. */
export async function reopenInvitations(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  end_reason: InvitationEnd,
): Promise<void> {
  const reopened = await moveInvitations(ctx, tx, 'reopen', { listing_id, end_reason })
  const ids = reopened.map(({ id }) => id)
  if (ids.length > 0) await drawInvitations(ctx, tx, ids)
}
