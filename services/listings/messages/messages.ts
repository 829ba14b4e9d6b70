import type { InlineKeyboardButton } from 'grammy/types'
import type { DeepLink } from '#contract/deep-links.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { translateFor, withButton } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds, Recipient } from '#services/notifications/kinds.ts'
import { closingButton, shareButton } from './keyboard.ts'
import { findListingNews } from './queries.ts'

type ListingNews = NonNullable<Awaited<ReturnType<typeof findListingNews>>>

type ListingMessageKind =
  | 'payment_confirmed'
  | 'listing_published'
  | 'listing_rejected'
  | 'listing_expiring'
  | 'listing_expired'

/**
 * Makes a kind of message about a listing. A queued message is sent only if the listing is still in one of the given
 * states.
 */
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
      const text = translateFor(reader, `${kind}${variant(listing)}.${listing.kind}`, {
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

/** Adds a button that closes the listing next to the "extend" button, for authors who have already found somebody. */
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

/** Messages to an author about their own listing. */
export const listingMessages = {
  listing_published: aboutListing(
    'listing_published',
    ['published', 'in_progress'],
    ({ kind }) => kind,
    () => '',
    (link, reader) => [[shareButton(reader, link)]],
  ),
  listing_expiring: withClosing(aboutListing('listing_expiring', ['published'], () => 'extend')),
  listing_expired: aboutListing('listing_expired', ['expired'], () => 'extend'),
} satisfies Partial<MessageKinds>
