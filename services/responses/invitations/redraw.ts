import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'

/** Queues updates of the messages with these invitations, in one statement. */
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
