import type { InlineKeyboardButton } from 'grammy/types'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml, type Html, openButton, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import { paid } from '#services/notifications/price.ts'
import { pressData } from './keyboard.ts'
import type { CaseFacts } from './queries.ts'

/** True if the first question of a case is short enough to be shown on the case card. */
export function fitsOnCard({ content, media }: { content: string; media?: unknown }): boolean {
  return !media && content.length <= limits.support.card
}

/** Text of the case card for operators: the person, the person's payments and listings, and the latest error. */
export function cardText(ctx: Context, reader: Recipient, facts: CaseFacts, question: string | null): string {
  const lines = [
    translateFor(reader, `support.card.${facts.closed_by ?? 'open'}`, { id: `${facts.id}` }),
    '',
    ...personLines(ctx, reader, facts),
    ...paymentLines(reader, facts),
    ...listingLines(ctx, reader, facts),
    ...errorLines(reader, facts),
    ...(facts.staff_name ? [translateFor(reader, 'support.staff', { name: facts.staff_name })] : []),
    ...(facts.held > 0 ? [translateFor(reader, 'support.held', { count: `${facts.held}` })] : []),
  ]
  const quote = question ? `\n<blockquote>${escapeHtml(question)}</blockquote>` : ''
  return `${lines.join('\n')}${quote}`
}

function personLines({ config }: Context, reader: Recipient, facts: CaseFacts): string[] {
  const link = botLink(config, { page: 'user', id: facts.user_id })
  const name = `<a href="${escapeHtml(link)}">${escapeHtml(facts.full_name)}</a>`
  const nameParts = [name, ...(facts.username ? [`@${escapeHtml(facts.username)}`] : []), facts.ui_language]
  const since = day(reader, facts.created_at, { day: 'numeric', month: 'long', year: 'numeric' })
  const blocked =
    facts.status === 'blocked'
      ? [
          translateFor(reader, 'support.blocked', {
            reason: facts.block_reason ?? translateFor(reader, 'support.blocked.none'),
          }),
        ]
      : []
  return [
    nameParts.join(', '),
    translateFor(reader, `support.since.${phoneOf(facts)}`, { since }),
    ...blocked,
  ]
}

function phoneOf({ is_verified, has_anonymous_phone }: CaseFacts) {
  if (!is_verified) return 'unconfirmed'
  return has_anonymous_phone ? 'anonymous' : 'confirmed'
}

function paymentLines(reader: Recipient, { paid_count, last_paid, unpaid }: CaseFacts): string[] {
  const lines = last_paid
    ? [
        translateFor(reader, 'support.paid', {
          count: `${paid_count}`,
          day: day(reader, last_paid.at),
          amount: paid(reader.language, last_paid.amount, last_paid.currency),
        }),
      ]
    : [translateFor(reader, 'support.paid.none')]
  if (!unpaid) return lines
  const state = translatorFor(reader.language)(`bot.payment.${unpaid.state}`)
  const amount = paid(reader.language, unpaid.amount, unpaid.currency)
  return [...lines, translateFor(reader, 'support.unpaid', { id: `${unpaid.id}`, amount, state })]
}

function listingLines(
  { config }: Context,
  reader: Recipient,
  { listings, listings_count }: CaseFacts,
): string[] {
  if (listings.length === 0) return [translateFor(reader, 'support.listings.none')]
  const listingLinks = listings.map(({ id, kind }) => {
    const link = escapeHtml(botLink(config, { page: kind, id }))
    return `<a href="${link}">${translateFor(reader, `support.listing.${kind}`, { id: `${id}` })}</a>`
  })
  const restCount = listings_count - listings.length
  const moreText =
    restCount > 0 ? [translateFor(reader, 'support.listings.more', { count: `${restCount}` })] : []
  const listingsHtml: Html = { html: [...listingLinks, ...moreText].join(', ') }
  return [translateFor(reader, 'support.listings', { listings: listingsHtml })]
}

function errorLines(reader: Recipient, { error }: CaseFacts): string[] {
  if (!error) return []
  const at = day(reader, error.at, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
  return [translateFor(reader, `support.error.${error.kind}`, { id: `${error.id}`, at })]
}

function day(
  { language, time_zone }: Recipient,
  at: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' },
): string {
  const timeZone = time_zone ?? defaultTimeZone
  return dateFormat(dateLocale[language], { ...options, timeZone }).format(Date.parse(at))
}

export function cardKeyboard(
  { config }: Context,
  reader: Recipient,
  { id, state, staff_name, user_id, held }: CaseFacts,
): InlineKeyboardButton[][] {
  const button = (verb: 'take' | 'close' | 'more') => ({
    text: translateFor(reader, `support.button.${verb}`, { count: `${held}` }),
    callback_data: pressData(verb, id),
  })
  const person = openButton(
    config,
    translateFor(reader, 'support.button.person'),
    { page: 'user', id: user_id },
    reader.is_private,
  )
  const moreRow = held > 0 ? [[button('more')]] : []
  if (state === 'closed') return [...moreRow, [person]]
  return [...moreRow, staff_name === null ? [button('take'), button('close')] : [button('close')], [person]]
}
