import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { filesJson } from '#services/files/queries.ts'
import type { MessageKind, MessageKinds, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { requestKeyboard } from './keyboard.ts'
import { findRequest, type RequestFacts, waitingSide } from './queries.ts'
import { type RequestKind, requestKinds } from './sent-messages.ts'
import { type OtherSide, requestText } from './text.ts'

/**
 * Messages to the two sides of a request for a service. Each says what is true of the request when it goes; those that
 * ask for an answer are redrawn when it has come.
 */

/** For each kind of message, whether a queued one still says something true when it is sent. */
const isStillRelevant: Record<RequestKind, (request: RequestFacts) => boolean> = {
  service_request: ({ state }) => state === 'offered',
  service_request_waits: ({ state, side }) => waitingSide(state) === side,
  service_countered: ({ state }) => state === 'countered',
  service_accepted: ({ state }) => state === 'accepted',
  service_declined: ({ end_reason }) => end_reason === 'declined' || end_reason === 'freelancer_left',
  service_withdrawn: ({ end_reason }) => ['withdrawn', 'client_left', 'removed'].includes(end_reason ?? ''),
  service_lapsed: ({ end_reason }) => end_reason === 'lapsed',
}

async function findOtherSide(
  db: Db,
  { id, side, client_id, freelancer_id }: RequestFacts,
): Promise<OtherSide> {
  return db
    .selectFrom('users as person')
    .innerJoin('listings as listing', (join) => join.on('listing.id', '=', id))
    .select(['person.full_name', 'person.posted_count'])
    .select([sql<number | null>`person.rating::float8`.as('rating'), filesJson('listing').as('files')])
    .where('person.id', '=', side === 'client' ? freelancer_id : client_id)
    .executeTakeFirstOrThrow()
}

async function render(
  ctx: Context,
  reader: Recipient,
  { request, kind, asksWhy = false }: { request: RequestFacts; kind: RequestKind; asksWhy?: boolean },
): Promise<Outgoing> {
  const other = await findOtherSide(ctx.db, request)
  return {
    text: requestText(reader, request, other, kind),
    keyboard: requestKeyboard(ctx, reader, request, asksWhy),
  }
}

function aboutRequest<K extends RequestKind>(kind: K): MessageKind<K> {
  return {
    async compose(ctx, { listing_id }: { listing_id: number }, reader) {
      const request = await findRequest(ctx, listing_id, reader.user_id ?? 0)
      if (!request || !isStillRelevant[kind](request)) return null
      const message = await render(ctx, reader, { request, kind })
      return kind === 'service_accepted' ? { ...message, effect: '🎉' } : message
    },
  }
}

type Sent = { id: number; message_id: number; asksWhy?: boolean }

/**
 * Renders a sent message about a request in its present state, for the person who got it.
 * @returns null if the message is not about this request
 */
export async function redrawRequest(
  ctx: Context,
  reader: Recipient,
  { id, message_id, asksWhy = false }: Sent,
): Promise<Outgoing | null> {
  const user_id = reader.user_id ?? 0
  const sent = await ctx.db
    .selectFrom('deliveries')
    .select('kind')
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('kind', 'in', [...requestKinds])
    .where(sql<boolean>`(payload ->> 'listing_id')::bigint = ${id}`)
    .executeTakeFirst()
  const request = sent && (await findRequest(ctx, id, user_id))
  return request ? render(ctx, reader, { request, kind: sent.kind as RequestKind, asksWhy }) : null
}

export const requestMessages = {
  service_request: aboutRequest('service_request'),
  service_request_waits: aboutRequest('service_request_waits'),
  service_countered: aboutRequest('service_countered'),
  service_accepted: aboutRequest('service_accepted'),
  service_declined: aboutRequest('service_declined'),
  service_withdrawn: aboutRequest('service_withdrawn'),
  service_lapsed: aboutRequest('service_lapsed'),
  service_drawn: {
    async compose(ctx, { listing_id, message_id }, reader) {
      const content = await redrawRequest(ctx, reader, { id: listing_id, message_id })
      return content && { ...content, edit_message_id: message_id }
    },
  },
} satisfies Partial<MessageKinds>
