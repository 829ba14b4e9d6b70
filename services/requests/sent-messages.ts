import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'

/** Kinds of messages about a request that are drawn anew when its state changes. */
export const requestKinds = [
  'service_request',
  'service_request_waits',
  'service_countered',
  'service_accepted',
  'service_declined',
  'service_withdrawn',
  'service_lapsed',
] as const
export type RequestKind = (typeof requestKinds)[number]

/** Kinds that ask their reader for an answer. */
const askingKinds: RequestKind[] = ['service_request', 'service_request_waits', 'service_countered']

/** Queues the redrawing of the sent messages that asked for an answer to a request, for both sides. */
export async function drawRequest(
  ctx: Context & Pick<ActorContext, 'pressed_message_id'>,
  tx: Tx,
  listing_id: number,
): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select told.user_id, 'service_drawn', 'transactional', 'service_drawn:' || told.id || ':' || gen_random_uuid(),
      jsonb_build_object('listing_id', ${listing_id}::bigint, 'message_id', told.message_id),
      ${ctx.request_id}, ${now}, ${now}
    from service_requests request
    join deliveries told on told.user_id in (request.client_id, request.freelancer_id)
    where request.listing_id = ${listing_id} and told.state = 'sent'
      and told.message_id <> ${ctx.pressed_message_id ?? 0} and told.kind = any (${askingKinds}::text[])
      and (told.payload ->> 'listing_id')::bigint = ${listing_id}
  `.execute(tx)
  await wakeSender(tx)
}
