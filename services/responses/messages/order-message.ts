import type { ResponseStatus } from '#contract/lifecycle.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findVisibleFacts } from '#services/listings/access.ts'
import {
  hiddenTextParameters,
  listHidden,
  reasonsAbout,
} from '#services/listings/audience/hidden-listings.ts'
import { findReminder, tomorrow } from '#services/listings/audience/reminders.ts'
import {
  closedKeys,
  hiddenKeys,
  reasonKeys,
  reminderKeys,
  reopenedKeys,
  unansweredKeys,
} from '#services/listings/messages/keyboard.ts'
import { type News, orderFacts, orderMessages } from '#services/listings/messages/order-messages.ts'
import { findListingNews } from '#services/listings/messages/queries.ts'
import { place } from '#services/listings/projections.ts'
import { moment, translateFor } from '#services/notifications/format.ts'
import type { MessageKinds, OrderNews, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'

/** Message that notified a freelancer of an order. */
type SentMessage = { kind: NotificationKind; news: OrderNews }

/**
 * Kind and payload of the message that notified a person of an order. Old messages are deleted from the table
 * `deliveries`. Default values are returned for them.
 */
async function findSentMessage(
  db: Db,
  user_id: number,
  listing_id: number,
  message_id: number,
): Promise<SentMessage> {
  const row = await db
    .selectFrom('deliveries')
    .select(['kind', 'payload'])
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('kind', 'in', ['new_order', 'hot_order', 'order_reminder'])
    .executeTakeFirst()
  const kind = (row?.kind ?? 'new_order') as NotificationKind
  return { kind, news: { ...(row?.payload as OrderNews | undefined), listing_id } as OrderNews }
}

/** Ids of the messages that notified a person of an order, except digests. */
export async function findOrderMessages(db: Db, user_id: number, listing_id: number): Promise<number[]> {
  const keys = ['new_order', 'hot_order', 'order_reminder', 'invitation'].map(
    (kind) => `${kind}:${listing_id}:${user_id}`,
  )
  const rows = await db
    .selectFrom('deliveries')
    .select('message_id')
    .where('dedupe_key', 'in', keys)
    .where('state', '=', 'sent')
    .where('digest_id', 'is', null)
    .execute()
  return rows.flatMap(({ message_id }) => message_id ?? [])
}

const activeStates: ResponseStatus[] = ['no_show', 'shown', 'shortlisted', 'chosen']

/** Returns the person's response to a listing, and the number of all responses to the listing. */
async function findOwnResponse(db: Db, user_id: number, listing_id: number) {
  return db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['response.status', place('response').as('place'), 'listing.responses_count as total'])
    .where('response.user_id', '=', user_id)
    .where('response.listing_id', '=', listing_id)
    .where('response.status', '<>', 'withdrawn')
    .executeTakeFirst()
}

type MessagePlace = { user_id: number; listing_id: number; message_id: number; reopened?: true }

/**
 * The message about an order in its present state for the person: answered, closed, hidden, postponed or open. With
 * `asks`, the message about an open order asks why it does not suit.
 * @returns null if the order does not exist or the person may not see it
 */
export async function renderOrder(
  ctx: Context,
  reader: Recipient,
  { user_id, listing_id, message_id, reopened }: MessagePlace,
  asks = false,
): Promise<Outgoing | null> {
  const listing =
    (await findVisibleFacts(ctx.db, listing_id, user_id)) && (await findListingNews(ctx.db, listing_id))
  if (!listing) return null
  const ownResponse = await findOwnResponse(ctx.db, user_id, listing_id)
  if (ownResponse) {
    const isActive = activeStates.includes(ownResponse.status)
    if (isActive && reopened) {
      const isMarked = ownResponse.status === 'shortlisted'
      const lines = [
        translateFor(reader, `order.reopened.${listing.kind}`),
        ...(isMarked ? [translateFor(reader, 'order.reopened.shortlisted')] : []),
      ]
      return {
        ...endedMessage(ctx, reader, listing, lines.join(' '), true),
        keyboard: reopenedKeys(ctx, reader, listing, ownResponse.status === 'no_show'),
      }
    }
    const key = isActive ? 'sent' : 'ended'
    const stateLine = translateFor(reader, `order.${key}`, {
      place: String(ownResponse.place),
      total: String(ownResponse.total),
    })
    return endedMessage(ctx, reader, listing, stateLine, true)
  }
  if (listing.status !== 'published')
    return endedMessage(ctx, reader, listing, translateFor(reader, `order.closed.${listing.kind}`), false)
  const [mark] = await listHidden(ctx, user_id, listing_id)
  if (mark) {
    const stateLine = translateFor(
      reader,
      `order.not_me.${mark.reason}`,
      hiddenTextParameters(reader, mark),
      mark.days ?? undefined,
    )
    return { text: `${title(reader, listing)}\n\n${stateLine}`, keyboard: hiddenKeys(reader, listing) }
  }
  const sentMessage = await findSentMessage(ctx.db, user_id, listing_id, message_id)
  const { at, isOver } = await findReminder(ctx.db, { user_id, listing_id })
  if (at !== undefined && !asks) {
    const stateLine = translateFor(reader, `order.later.${listing.kind}`, { date: moment(reader, at) })
    const next = tomorrow(reader.time_zone ?? null, ctx.now())
    const keyboard = reminderKeys(reader, listing, Date.parse(at) !== next.getTime())
    return { text: `${orderFacts(ctx, reader, listing)}\n\n${stateLine}`, keyboard }
  }
  return openMessage(ctx, reader, listing, sentMessage, { asks, isOver })
}

/**
 * Message that replaces a message about an order. It is sent if the order does not exist, or if the reader may not see
 * it.
 */
export function missingOrder(ctx: Context, reader: Recipient): Outgoing {
  return { text: translateFor(reader, 'order.missing'), keyboard: closedKeys(ctx, reader, false) }
}

const title = (reader: Recipient, listing: News) =>
  translateFor(reader, 'order.title', { title: listing.title })

function endedMessage(
  ctx: Context,
  reader: Recipient,
  listing: News,
  stateLine: string,
  isAnswered: boolean,
): Outgoing {
  return { text: `${title(reader, listing)}\n\n${stateLine}`, keyboard: closedKeys(ctx, reader, isAnswered) }
}

async function openMessage(
  ctx: Context,
  reader: Recipient,
  listing: News,
  { kind, news }: SentMessage,
  { asks, isOver }: { asks: boolean; isOver: boolean },
): Promise<Outgoing | null> {
  const content = await orderMessages.new_order.compose(ctx, news, reader)
  if (!content) return null
  if (asks) {
    const keyboard = reasonKeys(reader, listing, reasonsAbout(listing, ctx.now()))
    return { text: `${content.text}\n\n${translateFor(reader, 'order.ask')}`, keyboard }
  }
  return withFooter(kind, { ...content, keyboard: unansweredKeys(ctx, reader, listing, !isOver) }, reader)
}

/** Redraws the message about an order after its reader has responded to the order in another place. */
export const orderDrawings: Pick<MessageKinds, 'order_drawn'> = {
  order_drawn: {
    async compose(ctx, message, reader) {
      const content = (await renderOrder(ctx, reader, message)) ?? missingOrder(ctx, reader)
      return { ...content, edit_message_id: message.message_id }
    },
  },
}
