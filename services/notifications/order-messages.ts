import type { DeepLink } from '#contract/deep-links.ts'
import { inLanguage } from '#contract/languages.ts'
import { botLink } from '#services/core/bot-link.ts'
import type { Context } from '#services/core/context.ts'
import { defaultTimeZone } from './delivery-rules.ts'
import { say, shorten, withButton } from './format.ts'
import { hotReason } from './hot-orders.ts'
import type { DeliveryKind, MessageKind, OrderNews, Recipient, Why } from './kinds.ts'
import { priceLine } from './price.ts'
import { findListingNews, findSearchName, listDigest } from './queries.ts'

type News = NonNullable<Awaited<ReturnType<typeof findListingNews>>>

const lengths = { skills: 120 }
/** Listings that one digest names. */
const digestLines = 10

export function dateFor({ language, time_zone }: Recipient, moment: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone: time_zone ?? defaultTimeZone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(Date.parse(moment))
}

async function whyOf(
  ctx: Context,
  { why, search_id }: OrderNews,
  category: string,
  { skills }: News,
): Promise<Why> {
  if (why === 'category') return { key: 'category', parameters: { category } }
  if (why === 'skills')
    return { key: 'skills', parameters: { skills: shorten(skills.join(', '), lengths.skills) } }
  const search = search_id ? await findSearchName(ctx.db, search_id) : undefined
  return search ? { key: 'search', parameters: { search } } : { key: 'fit' }
}

/** What makes the order hot, in a line of its own. */
function hotLine(ctx: Context, reader: Recipient, listing: News): string[] {
  const reason = hotReason(listing, ctx.now())
  if (reason === 'deadline' && listing.deadline)
    return [say(reader, 'hot_order.deadline', { date: dateFor(reader, listing.deadline) })]
  return reason === 'few' ? [say(reader, 'hot_order.few')] : []
}

/** An order that is already hot when it is new says so at once. */
function aboutOrder(kind: Extract<DeliveryKind, 'new_order' | 'hot_order'>): MessageKind<typeof kind> {
  return {
    async compose(ctx, payload, reader) {
      const listing = await findListingNews(ctx.db, payload.listing_id)
      if (listing?.status !== 'published') return null
      const isHot = hotReason(listing, ctx.now()) !== undefined
      if (kind === 'hot_order' && !isHot) return null
      const category = (listing.category && inLanguage(listing.category, reader.language)) ?? ''
      const heading = isHot ? 'hot_order.order' : `new_order.${listing.kind}`
      const price = priceLine(reader.language, listing)
      const lines = [
        say(reader, heading, { title: listing.title }),
        category ? say(reader, 'new_order.terms', { price, category }) : price,
        ...hotLine(ctx, reader, listing),
      ]
      const link: DeepLink = { page: listing.kind, id: listing.id }
      const message = withButton(ctx, reader, lines.join('\n'), listing.kind, link)
      return { ...message, why: await whyOf(ctx, payload, category, listing) }
    },
  }
}

const digest: MessageKind<'digest'> = {
  async compose(ctx, { digest_id }, reader) {
    const listings = await listDigest(ctx.db, digest_id)
    if (listings.length === 0) return null
    const lines = listings.slice(0, digestLines).map((listing) => {
      const price = priceLine(reader.language, listing)
      const line = say(reader, 'digest.line', { title: listing.title, price })
      const href = botLink(ctx.config, { page: listing.kind, id: listing.id })
      return `• <a href="${href}">${line}</a>`
    })
    const more = listings.length - lines.length
    if (more > 0) lines.push(say(reader, 'digest.more', { count: String(more) }))
    const heading = say(reader, 'digest', { count: String(listings.length) })
    return withButton(ctx, reader, [heading, '', ...lines].join('\n'), 'feed', { page: 'search-personal' })
  },
}

/** What people who look for work are told. */
export const orderMessages = {
  new_order: aboutOrder('new_order'),
  hot_order: aboutOrder('hot_order'),
  digest,
}
