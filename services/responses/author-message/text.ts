import { numberFormat } from '#contract/formats.ts'
import { escapeHtml, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import { money } from '#services/notifications/price.ts'
import { isRestorable } from '#services/responses/decisions/actions.ts'
import type { ReceivedResponse } from './queries.ts'

export const isDecided = ({ status }: ReceivedResponse) => status !== 'no_show' && status !== 'shown'

export function person(
  reader: Recipient,
  { full_name: name, rating, rating_count, completed_count }: ReceivedResponse,
): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const rated = { name, rating: numberFormat(reader.language, digits).format(rating ?? 0) }
  const sender =
    rating_count > 0
      ? translateFor(reader, 'new_response.rated', rated)
      : translateFor(reader, 'new_response.unrated', { name })
  return completed_count > 0
    ? `${sender}, ${translateFor(reader, 'new_response.done', {}, completed_count)}`
    : sender
}

/**
 * Price of a response. If its currency differs from the listing's, an approximate amount in the listing's currency
 * follows.
 */
export function priceOf(reader: Recipient, { price, currency, asked }: ReceivedResponse): string {
  if (price === null || currency === null) return translateFor(reader, 'new_response.no_price')
  const ownPrice = money(reader.language, price, currency.code)
  if (currency.code === asked.code || currency.rate_to_base === null || asked.rate_to_base === null)
    return translateFor(reader, 'new_response.price', { price: ownPrice })
  const major = Number(((price / 100) * (currency.rate_to_base / asked.rate_to_base)).toPrecision(3))
  return translateFor(reader, 'new_response.price.approx', {
    price: ownPrice,
    approx: money(reader.language, Math.round(major * 100), asked.code),
  })
}

/** State of a response as the listing's author reads it; undefined while the response waits for an answer. */
export function stateOf(
  reader: Recipient,
  card: ReceivedResponse,
  now: Date,
): { short: string; whole: string } | undefined {
  const { status, decline_reason, declined_at, end_reason } = card
  if (!isDecided(card)) return undefined
  const reason = decline_reason && translateFor(reader, `declined.${decline_reason}`)
  if (status === 'declined') {
    const short = reason
      ? translateFor(reader, 'new_response.now.declined.why', { reason })
      : translateFor(reader, 'new_response.now.declined')
    const textVariant = isRestorable(declined_at, now) ? 'soon' : 'told'
    return { short, whole: `<b>${short}.</b> ${translateFor(reader, `new_response.now.${textVariant}`)}` }
  }
  const isOther = status === 'not_chosen' && (end_reason === null || end_reason === 'chosen_other')
  const key = status === 'not_chosen' && !isOther ? 'closed' : status
  const short = translateFor(reader, `new_response.now.${key}`)
  const moreText =
    status === 'shortlisted' ? ` ${translateFor(reader, 'new_response.now.shortlisted.more')}` : ''
  return { short, whole: `<b>${short}.</b>${moreText}` }
}

function placeOf(reader: Recipient, { place, total, boosted_at }: ReceivedResponse): string {
  const at = translateFor(reader, 'new_response.place', { place: String(place), total: String(total) })
  return boosted_at ? `${at}, ${translateFor(reader, 'new_response.boosted')}` : at
}

function linkLine(reader: Recipient, link: string): string {
  const shownLink = link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  const html = `<a href="${escapeHtml(link)}">${escapeHtml(shownLink)}</a>`
  return translateFor(reader, 'new_response.link', { link: { html } })
}

export const headingOf = (reader: Recipient, { kind, title }: ReceivedResponse) =>
  translateFor(reader, `new_response.${kind}`, { title })

function flagLine(reader: Recipient, { flag, flag_share, is_own_copy }: ReceivedResponse): string[] {
  if (flag === null) return []
  const reasonKey = flag === 'copy' ? (is_own_copy ? 'copy.own' : 'copy.others') : flag
  return [
    `<i>${translateFor(reader, `new_response.noticed.${reasonKey}`, { share: String(flag_share ?? 0) })}</i>`,
  ]
}

/**
 * Text of one response as the listing's author reads it.
 * @param heading text above the response
 */
export function cardText(reader: Recipient, card: ReceivedResponse, now: Date, heading: string): string {
  const state = stateOf(reader, card, now)
  if (card.status === 'withdrawn') return `${heading}${person(reader, card)}\n\n${state?.whole}`
  const { response_text, materials_link, files } = card
  const lines = [
    `${heading}${person(reader, card)}`,
    priceOf(reader, card),
    placeOf(reader, card),
    ...flagLine(reader, card),
    // If the check of the text found something, the text of the response is collapsed.
    `<blockquote${card.flag ? ' expandable' : ''}>${escapeHtml(response_text)}</blockquote>`,
  ]
  for (const { question, answer } of card.answers)
    lines.push(`${escapeHtml(question)} <b>${escapeHtml(answer)}</b>`)
  if (materials_link) lines.push(linkLine(reader, materials_link))
  if (files > 0) lines.push(translateFor(reader, 'new_response.files', { count: String(files) }))
  if (state) lines.push('', state.whole)
  return lines.join('\n')
}

/** Numbered list of the responses to a listing. */
export function listText(reader: Recipient, cards: ReceivedResponse[], now: Date): string {
  const [first] = cards
  if (!first) return ''
  const heading = translateFor(
    reader,
    `new_response.several.${first.kind}`,
    { title: first.title },
    cards.length,
  )
  const rows = cards.map((card, at) => {
    const boosted = card.boosted_at ? `, ${translateFor(reader, 'new_response.boosted')}` : ''
    const state = stateOf(reader, card, now)
    return [
      `${at + 1}. ${person(reader, card)}`,
      `${priceOf(reader, card)}${boosted}`,
      ...(state ? [`<b>${state.short}</b>`] : []),
    ].join('\n')
  })
  return [heading, ...rows, stateOfAll(reader, cards)].join('\n\n')
}

export function stateOfAll(reader: Recipient, cards: ReceivedResponse[]): string {
  const decidedCount = cards.filter(isDecided).length
  if (decidedCount === 0) return translateFor(reader, 'new_response.press_number')
  if (decidedCount === cards.length) return translateFor(reader, 'new_response.all_answered')
  return translateFor(reader, 'new_response.answered', {
    done: String(decidedCount),
    total: String(cards.length),
  })
}
