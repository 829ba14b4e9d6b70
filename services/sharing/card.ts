import type { InlineKeyboardButton, InlineQueryResultArticle } from 'grammy/types'
import { inLanguage, knownLanguage, type Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { findListingNews } from '#services/listings/messages/queries.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { priceLine } from '#services/notifications/price.ts'

type Listing = NonNullable<Awaited<ReturnType<typeof findListingNews>>>
type Card = { text: string; keyboard: InlineKeyboardButton[][] }

function terms(language: Language, listing: Listing): string {
  const category = listing.category && inLanguage(listing.category, language)
  return [priceLine(language, listing), category].filter(Boolean).join(' · ')
}

/** Card of a listing for sharing, with a link while the listing takes responses. */
export function cardOf({ config }: Context, listing: Listing, language: Language): Card {
  const { kind: page, id, title, status } = listing
  const translate = translatorFor(language)
  const heading = `${translate(`card.${page}`)}: <b>${escapeHtml(title)}</b>`
  const isOpen = status === 'published'
  const link = isOpen ? ({ page, id } as const) : ({ page: 'search' } as const)
  const url = botLink(config, link, config.TELEGRAM_LINK_ORIGIN)
  return {
    text: `${heading}\n${isOpen ? escapeHtml(terms(language, listing)) : translate('card.closed')}`,
    keyboard: [[{ text: translate(isOpen ? `card.open.${page}` : 'card.open.search'), url }]],
  }
}

/** Card of a listing as a result of the bot's inline mode. The id of the result later shows which card was chosen. */
export function resultOf(ctx: Context, listing: Listing, language: Language): InlineQueryResultArticle {
  const head = {
    id: `listing:${listing.id}:${language}`,
    title: listing.title,
    description: terms(language, listing),
  }
  return articleOf(head, cardOf(ctx, listing, language))
}

type Head = Pick<InlineQueryResultArticle, 'id' | 'title' | 'description'>

/** A result of the inline mode that sends a card. */
export function articleOf(
  { id, title, description }: Head,
  { text, keyboard }: Card,
): InlineQueryResultArticle {
  return {
    type: 'article',
    id,
    title,
    description,
    input_message_content: {
      message_text: text,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    },
    reply_markup: { inline_keyboard: keyboard },
  }
}

/** Decodes the id of an inline result that was chosen. */
export function readResult(id: string): { listing_id: number; language: Language } | undefined {
  const [, listing, code] = /^listing:([1-9]\d{0,14}):(\w+)$/.exec(id) ?? []
  const language = knownLanguage(code)
  return language && { listing_id: Number(listing), language }
}
