import type { InlineKeyboardButton } from 'grammy/types'
import type { DeepLink } from '#contract/deep-links.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { resolvePlaces } from '#services/core/text/source-places.ts'
import { accountMessages } from './account-messages.ts'
import { closingButton } from './closing-button.ts'
import { dealMessages } from './deal-messages.ts'
import { fileCopy } from './file-copies.ts'
import { nameFiles } from './file-lines.ts'
import { escapeHtml, moment, say, shorten, withButton } from './format.ts'
import { invitationMessages } from './invitation-messages.ts'
import type { LetterKind, MessageKind, MessageKinds, Recipient, StaffKind } from './kinds.ts'
import { orderMessages } from './order-messages.ts'
import { findListingNews, findMessageNews, getReport } from './queries.ts'
import { responseMessages } from './response-messages.ts'
import { shareButton } from './share-button.ts'

type ListingNews = NonNullable<Awaited<ReturnType<typeof findListingNews>>>

/** Maximum characters of people's texts in messages. */
const lengths = { chat_message: 200, quote: 80, report: 3500 }

type ListingMessageKind =
  | 'payment_confirmed'
  | 'listing_published'
  | 'listing_rejected'
  | 'listing_expiring'
  | 'listing_expired'

/** Message about a listing, sent only while the listing is in one of the states. */
export function aboutListing<K extends ListingMessageKind>(
  kind: K,
  states: ListingStatus[] | 'any',
  label: (listing: ListingNews) => string,
  variant: (listing: ListingNews) => string = () => '',
  below: (link: DeepLink, reader: Recipient) => InlineKeyboardButton[][] = () => [],
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
      // The "extend" button opens the listing's page at its payment section.
      const opened: DeepLink = button === 'extend' ? { ...link, section: 'extend' } : link
      const message = withButton(ctx, reader, text, button, opened)
      return { ...message, keyboard: [...(message.keyboard ?? []), ...below(link, reader)] }
    },
  }
}

/** Adds a close button beside "extend", for a listing that has found its person. */
function withClosing(kind: MessageKind<'listing_expiring'>): MessageKind<'listing_expiring'> {
  return {
    async compose(ctx, payload, reader) {
      const message = await kind.compose(ctx, payload, reader)
      const [extend = []] = message?.keyboard ?? []
      const close = closingButton(reader.language, 'close', payload.listing_id)
      return message && { ...message, keyboard: [[...extend, close]] }
    },
  }
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
    const report = await resolvePlaces(await getReport(ctx.db, event_id))
    const parameters = { report: shorten(report, lengths.report) }
    return report ? { text: say(reader, 'client_error', parameters) } : null
  },
}

const operationsAlarm: MessageKind<'operations_alarm'> = {
  async compose(_ctx, { alarm, figure, since }, reader) {
    const parts = { figure: String(figure), alarm, since: since ? moment(reader, since) : '' }
    if (figure === 0)
      return { text: `${say(reader, `alarmOver.${alarm}`)} ${say(reader, 'alarm.was', parts)}` }
    const what = say(reader, `alarm.${alarm}`, parts)
    return { text: since ? `${what}\n\n${say(reader, 'alarm.since', parts)}` : what }
  },
}

const restoreDrill: MessageKind<'restore_drill'> = {
  async compose(_ctx, { is_sound, ...figures }, reader) {
    const figuresText = Object.entries(figures).map(([name, figure]) => [name, String(figure)])
    return { text: say(reader, is_sound ? 'drill.sound' : 'drill.broken', Object.fromEntries(figuresText)) }
  },
}

const updateGivenUp: MessageKind<'update_given_up'> = {
  async compose(_ctx, { update_id, update }, reader) {
    return { text: say(reader, 'update_given_up', { id: String(update_id), update }) }
  },
}

/** All message kinds except those of the staff and those composed in services/responses. */
export const messages: Omit<MessageKinds, StaffKind | LetterKind> = {
  listing_published: aboutListing(
    'listing_published',
    ['published', 'in_progress'],
    ({ kind }) => kind,
    () => '',
    (link, reader) => [[shareButton(reader, link)]],
  ),
  listing_expiring: withClosing(aboutListing('listing_expiring', ['published'], () => 'extend')),
  listing_expired: aboutListing('listing_expired', ['expired'], () => 'extend'),
  ...orderMessages,
  ...responseMessages,
  ...invitationMessages,
  ...dealMessages,
  new_message: newMessage,
  ...accountMessages,
  file_copy: fileCopy,
  client_error: clientError,
  operations_alarm: operationsAlarm,
  restore_drill: restoreDrill,
  update_given_up: updateGivenUp,
}
