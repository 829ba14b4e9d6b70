import type { DeepLink } from '#contract/deep-links.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { accountMessages } from './account-messages.ts'
import { closingButton } from './closing-button.ts'
import { dealMessages } from './deal-messages.ts'
import { nameFiles } from './file-lines.ts'
import { escapeHtml, say, shorten, withButton } from './format.ts'
import type { MessageKind, MessageKinds, StaffKind } from './kinds.ts'
import { orderMessages } from './order-messages.ts'
import { money } from './price.ts'
import { findListingNews, findMessageNews, findResponseNews, getReport } from './queries.ts'
import { responseMessages } from './response-messages.ts'

type ListingNews = NonNullable<Awaited<ReturnType<typeof findListingNews>>>

/** People write long texts; a message of the bot shows their beginning. */
const lengths = { response: 200, chat_message: 200, quote: 80, report: 3500 }

type ListingKindOfNews =
  | 'payment_confirmed'
  | 'listing_published'
  | 'listing_rejected'
  | 'listing_expiring'
  | 'listing_expired'

/** A message about a listing that is told only while the listing is in one of the states. */
export function aboutListing<K extends ListingKindOfNews>(
  kind: K,
  states: ListingStatus[] | 'any',
  label: (listing: ListingNews) => string,
  variant: (listing: ListingNews) => string = () => '',
): MessageKind<K> {
  return {
    async compose(ctx, { listing_id }, reader) {
      const listing = await findListingNews(ctx.db, listing_id)
      if (!listing || (states !== 'any' && !states.includes(listing.status))) return null
      const { title, rejection_reason } = listing
      const text = say(reader, `${kind}${variant(listing)}.${listing.kind}`, {
        title,
        reason: rejection_reason ?? '',
      })
      const link: DeepLink = { page: listing.kind, id: listing.id }
      const button = label(listing)
      // The page of a listing that still runs opens at its payment.
      return withButton(
        ctx,
        reader,
        text,
        button,
        button === 'extend' ? { ...link, section: 'extend' } : link,
      )
    },
  }
}

/** Beside "extend" the other way out: a listing that has found its person is closed without being deleted. */
function withClosing(kind: MessageKind<'listing_expiring'>): MessageKind<'listing_expiring'> {
  return {
    async compose(ctx, payload, reader) {
      const said = await kind.compose(ctx, payload, reader)
      const [extend = []] = said?.keyboard ?? []
      const close = closingButton(reader.language, 'close', payload.listing_id)
      return said && { ...said, keyboard: [[...extend, close]] }
    },
  }
}

const newResponse: MessageKind<'new_response'> = {
  async compose(ctx, { response_id }, reader) {
    const response = await findResponseNews(ctx.db, response_id)
    if (!response || response.status === 'withdrawn') return null
    const { title, full_name, response_text, price, currency, listing_id, kind } = response
    const offer = price !== null && currency ? money(reader.language, price, currency) : undefined
    const lines = [
      say(reader, 'new_response', { title, name: full_name }),
      ...(offer ? [say(reader, 'new_response.price', { price: offer })] : []),
      '',
      escapeHtml(shorten(response_text, lengths.response)),
    ]
    const link: DeepLink = { page: kind, id: listing_id, section: 'responses' }
    return withButton(ctx, reader, lines.join('\n'), 'responses', link)
  },
}

const newMessage: MessageKind<'new_message'> = {
  async compose(ctx, { message_id }, reader) {
    const message = await findMessageNews(ctx.db, message_id)
    if (typeof message?.content !== 'string' || message.last_read_id >= message_id) return null
    const { full_name: name, title, content, quoted, files, room_id } = message
    const heading =
      title === null
        ? say(reader, 'new_message', { name })
        : say(reader, 'new_message.about', { name, title })
    const quote = quoted ? `<blockquote>${escapeHtml(shorten(quoted, lengths.quote))}</blockquote>` : ''
    const words = escapeHtml(shorten(content, lengths.chat_message))
    const lines = [...nameFiles(reader, files), ...(words ? [words] : [])]
    const text = `${heading}\n\n${quote}${lines.join('\n')}`
    return withButton(ctx, reader, text, 'chat', { page: 'chat', id: room_id })
  },
}

const clientError: MessageKind<'client_error'> = {
  async compose(ctx, { event_id }, reader) {
    const report = await getReport(ctx.db, event_id)
    const parameters = { report: shorten(report, lengths.report) }
    return report ? { text: say(reader, 'client_error', parameters) } : null
  },
}

const operationsAlarm: MessageKind<'operations_alarm'> = {
  async compose(_ctx, { alarm, figure }, reader) {
    return { text: say(reader, `alarm.${alarm}`, { figure: String(figure) }) }
  },
}

/** Everything that the product tells people, without the kinds for staff. */
export const messages: Omit<MessageKinds, StaffKind> = {
  payment_confirmed: aboutListing(
    'payment_confirmed',
    'any',
    ({ kind }) => kind,
    // A renewal of unchanged content is not reviewed.
    ({ status }) => (status === 'published' ? '.published' : ''),
  ),
  listing_published: aboutListing('listing_published', ['published', 'in_progress'], ({ kind }) => kind),
  listing_expiring: withClosing(aboutListing('listing_expiring', ['published'], () => 'extend')),
  listing_expired: aboutListing('listing_expired', ['expired'], () => 'extend'),
  ...orderMessages,
  new_response: newResponse,
  ...responseMessages,
  ...dealMessages,
  new_message: newMessage,
  ...accountMessages,
  client_error: clientError,
  operations_alarm: operationsAlarm,
}
