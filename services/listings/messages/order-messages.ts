import { inLanguage } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { hotReason } from '#services/listings/audience/hot-orders.ts'
import { dueDate, escapeHtml, shorten, translateFor, withButton } from '#services/notifications/format.ts'
import type { DeliveryKind, MessageKind, OrderNews, Recipient, Why } from '#services/notifications/kinds.ts'
import { priceLine } from '#services/notifications/price.ts'
import { unansweredKeys } from './keyboard.ts'
import { findListingNews, findSearchName, isSettled, listDigest, listSharedSkills } from './queries.ts'

export type News = NonNullable<Awaited<ReturnType<typeof findListingNews>>>

const lengths = { skills: 120, excerpt: 220 }
/** Maximum listings that a digest names. */
const digestLines = 10

async function findReason(
  ctx: Context,
  { why, search_id }: OrderNews,
  category: string,
  listing: News,
  reader: Recipient,
): Promise<Why> {
  if (why === 'category') return { key: 'category', parameters: { category } }
  if (why === 'skills') {
    const skills = await listSharedSkills(ctx.db, listing.id, reader.chat_id)
    const parameters = { skills: shorten(skills.join(', '), lengths.skills) }
    return skills.length > 0 ? { key: 'skills', parameters } : { key: 'fit' }
  }
  const search = search_id ? await findSearchName(ctx.db, search_id) : undefined
  return search ? { key: 'search', parameters: { search } } : { key: 'fit' }
}

/** Lines with the facts about an order or vacancy: title, price, deadline and the beginning of its description. */
export function orderFacts(
  ctx: Context,
  reader: Recipient,
  listing: News,
  heading = hotReason(listing, ctx.now()) ? 'hot_order.order' : `new_order.${listing.kind}`,
): string {
  const category = (listing.category && inLanguage(listing.category, reader.language)) ?? ''
  const price = priceLine(reader.language, listing)
  const begins = shorten((listing.about ?? '').replace(/\s+/g, ' ').trim(), lengths.excerpt)
  return [
    translateFor(reader, heading, { title: listing.title }),
    category ? translateFor(reader, 'new_order.terms', { price, category }) : price,
    ...(listing.deadline
      ? [translateFor(reader, 'order.deadline', { date: dueDate(reader, listing.deadline) })]
      : []),
    ...(hotReason(listing, ctx.now()) === 'few' ? [translateFor(reader, 'hot_order.few')] : []),
    ...(begins ? [`<blockquote>${escapeHtml(begins)}</blockquote>`] : []),
  ].join('\n')
}

/** Message about a new or a hot order. A new order that is already hot is described as hot. */
function aboutOrder(kind: Extract<DeliveryKind, 'new_order' | 'hot_order'>): MessageKind<typeof kind> {
  return {
    async compose(ctx, payload, reader) {
      const listing = await findListingNews(ctx.db, payload.listing_id)
      if (listing?.status !== 'published') return null
      // The message may have waited, because of Telegram's pace or its trouble.
      if (await isSettled(ctx.db, listing.id, reader.chat_id)) return null
      if (kind === 'hot_order' && !hotReason(listing, ctx.now())) return null
      const category = (listing.category && inLanguage(listing.category, reader.language)) ?? ''
      const reason = await findReason(ctx, payload, category, listing, reader)
      return {
        text: orderFacts(ctx, reader, listing),
        keyboard: unansweredKeys(ctx, reader, listing),
        why: reason,
      }
    },
  }
}

/**
 * Reminder of an order for which the person pressed "later". It is not sent if the person has responded to the order, or
 * hidden it or its author, meanwhile.
 */
const orderReminder: MessageKind<'order_reminder'> = {
  async compose(ctx, { listing_id }, reader) {
    const listing = await findListingNews(ctx.db, listing_id)
    if (listing?.status !== 'published') return null
    if (await isSettled(ctx.db, listing_id, reader.chat_id)) return null
    const text = orderFacts(ctx, reader, listing, 'order.reminder')
    return { text, keyboard: unansweredKeys(ctx, reader, listing, false) }
  },
}

const digest: MessageKind<'digest'> = {
  async compose(ctx, { digest_id }, reader) {
    const listings = await listDigest(ctx.db, digest_id)
    if (listings.length === 0) return null
    const lines = listings.slice(0, digestLines).map((listing) => {
      const price = priceLine(reader.language, listing)
      const line = translateFor(reader, 'digest.line', { title: listing.title, price })
      const href = escapeHtml(botLink(ctx.config, { page: listing.kind, id: listing.id }))
      const { inviter: author } = listing
      return `• <a href="${href}">${line}</a>${author ? ` ${translateFor(reader, 'digest.invited', { author })}` : ''}`
    })
    const moreCount = listings.length - lines.length
    if (moreCount > 0) lines.push(translateFor(reader, 'digest.more', { count: String(moreCount) }))
    const heading = translateFor(reader, 'digest', { count: String(listings.length) })
    return withButton(ctx, reader, [heading, '', ...lines].join('\n'), 'feed', { page: 'search-personal' })
  },
}

/** Messages about orders and vacancies to people who look for work. */
export const orderMessages = {
  new_order: aboutOrder('new_order'),
  hot_order: aboutOrder('hot_order'),
  order_reminder: orderReminder,
  digest,
}
