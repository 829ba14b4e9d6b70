import { sql } from 'kysely'
import type { OrderRefusal } from '#contract/calls/services.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { isClosed } from './visibility.ts'

/** Why a person cannot order a service now, and the person's request of it that waits for an answer. */
export type Orderability = { refusal: OrderRefusal | null; my_request_id: number | null }

const dayMs = 24 * 60 * 60_000

/**
 * Reads why the caller cannot order a service now; the reason that stands longest comes first. Blocks are not asked
 * here: a service behind a block is not found.
 */
export async function findRefusal(
  ctx: ActorContext,
  service_id: number,
  db: Db | Tx = ctx.db,
): Promise<Orderability> {
  const viewer_id = ctx.viewer.id
  const now = ctx.now()
  const since = new Date(now.getTime() - dayMs).toISOString()
  const { rows } = await sql<Facts>`
    select service.user_id = ${viewer_id} as is_own, viewer.is_verified,
      ${isClosed(now.toISOString())} as is_closed,
      (select listing_id from service_requests where client_id = ${viewer_id} and ended_at is null
        and service_id = service.id) as my_request_id,
      (select count(*)::int from service_requests where client_id = ${viewer_id} and ended_at is null) as open,
      (select count(*)::int from service_requests request join listings on listings.id = request.listing_id
        where request.client_id = ${viewer_id} and listings.created_at > ${since}) as today
    from user_services service, users viewer
    where service.id = ${service_id} and viewer.id = ${viewer_id}`.execute(db)
  const [facts] = rows
  return {
    refusal: facts ? refusalOf(facts) : null,
    my_request_id: facts?.my_request_id ?? null,
  }
}

type Facts = {
  is_own: boolean
  is_verified: boolean
  is_closed: boolean
  my_request_id: number | null
  open: number
  today: number
}

function refusalOf(facts: Facts): OrderRefusal | null {
  if (facts.is_own) return 'own_service'
  if (!facts.is_verified) return 'verification_required'
  if (facts.my_request_id !== null) return 'already_requested'
  if (facts.is_closed) return 'service_closed'
  if (facts.open >= limits.serviceRequests.open) return 'requests_full'
  return facts.today >= limits.serviceRequests.perDay ? 'too_many_service_requests' : null
}
