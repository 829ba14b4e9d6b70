import { numberFormat } from '#contract/formats.ts'
import { inLanguage } from '#contract/languages.ts'
import type { FileRow } from '#services/files/queries.ts'
import { dueDate, escapeHtml, nameFiles, shorten, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import { money } from '#services/notifications/price.ts'
import { type RequestFacts, waitingSide } from './queries.ts'
import type { RequestKind } from './sent-messages.ts'

/** Other side of a request, as the message names it, and the files of the client. */
export type OtherSide = { full_name: string; rating: number | null; posted_count: number; files: FileRow[] }

const maxQuoteLength = 500
const quote = (text: string) => `<blockquote>${escapeHtml(shorten(text, maxQuoteLength))}</blockquote>`

function priceOf(reader: Recipient, price: number | null, { currency, unit }: RequestFacts): string {
  if (price === null) return translateFor(reader, 'price.none')
  const amount = money(reader.language, price, currency)
  return unit === null ? amount : `${amount} ${inLanguage(unit, reader.language)}`
}

/** Price and days of an offer; without days the price alone. */
function termsOf(reader: Recipient, request: RequestFacts): string {
  const { price, days } = request
  const named = { price: priceOf(reader, price, request) }
  if (days === null) return translateFor(reader, 'service.price', named)
  return translateFor(reader, 'service.terms', { ...named, days: daysOf(reader, days) })
}

const daysOf = (reader: Recipient, days: number) => translateFor(reader, 'service.days', {}, days)

/** Text of a message about a request, for one of its sides, in the present state of the request. */
export function requestText(
  reader: Recipient,
  request: RequestFacts,
  other: OtherSide,
  kind: RequestKind,
): string {
  const { state, side, end_reason } = request
  if (end_reason !== null) return endText(reader, request, other)
  const isReminder = kind === 'service_request_waits' && waitingSide(state) === side
  const heading = isReminder ? `${translateFor(reader, 'service.waits')}\n\n` : ''
  if (state === 'countered')
    return (
      heading + (side === 'client' ? otherPriceText(reader, request, other) : ownPriceText(reader, request))
    )
  return heading + newText(reader, request, other)
}

const untilOf = (reader: Recipient, { ends_at }: RequestFacts) => ({ date: dueDate(reader, ends_at) })

function newText(reader: Recipient, request: RequestFacts, other: OtherSide): string {
  const { rating, posted_count, full_name: name, files } = other
  const ratingFormat = numberFormat(reader.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const person = [
    translateFor(reader, 'service.person', { name }),
    ...(rating === null ? [] : [`${ratingFormat.format(rating)} ★`]),
    ...(posted_count > 0 ? [translateFor(reader, 'service.orders', {}, posted_count)] : []),
  ]
  const answers = request.answers.map(({ answer }) => answer).join('\n')
  return [
    translateFor(reader, 'service_request', { service: request.service_name }),
    [
      person.join(', '),
      termsOf(reader, request),
      translateFor(reader, 'service.until', untilOf(reader, request)),
    ].join('\n'),
    [quote(answers), ...nameFiles(reader, files)].join('\n'),
  ].join('\n\n')
}

/** The freelancer's other price, beside that of the service. */
function otherPriceText(reader: Recipient, request: RequestFacts, { full_name: name }: OtherSide): string {
  const { service_name: service, price, days, list_price, list_days, counter_reason } = request
  const before = (key: string, now: string, was: string) =>
    now === was ? now : translateFor(reader, key, { now, was })
  const isSamePrice = price === list_price
  const lines = [
    isSamePrice
      ? translateFor(reader, 'service.price', { price: priceOf(reader, price, request) })
      : before(
          'service.price.instead',
          priceOf(reader, price, request),
          priceOf(reader, list_price, request),
        ),
    ...(days === null
      ? []
      : [
          list_days === null || days === list_days
            ? daysOf(reader, days)
            : before('service.days.instead', daysOf(reader, days), daysOf(reader, list_days)),
        ]),
    translateFor(reader, 'service.until', untilOf(reader, request)),
  ]
  return [
    translateFor(reader, 'service_countered', { name, service }),
    lines.join('\n'),
    ...(counter_reason ? [quote(counter_reason)] : []),
  ].join('\n\n')
}

function ownPriceText(reader: Recipient, request: RequestFacts): string {
  return [
    translateFor(reader, 'service.own_price', { service: request.service_name }),
    [termsOf(reader, request), translateFor(reader, 'service.answer_until', untilOf(reader, request))].join(
      '\n',
    ),
  ].join('\n\n')
}

function endText(reader: Recipient, request: RequestFacts, { full_name: name }: OtherSide): string {
  const { side, countered_at, end_reason, decline_reason, deadline, service_name: service } = request
  if (end_reason === 'client_left' || end_reason === 'freelancer_left')
    return translateFor(reader, `service.${end_reason}`, { service })
  // The client who withdraws after another price does not agree to it.
  const end = end_reason === 'withdrawn' && countered_at !== null ? 'refused' : end_reason
  const text = translateFor(reader, `service.${end}.${side}`, { name, service })
  if (end_reason === 'accepted') {
    const due = deadline ? [translateFor(reader, 'deal.due', { date: dueDate(reader, deadline) })] : []
    return [text, [termsOf(reader, request), ...due].join('\n')].join('\n\n')
  }
  if (end_reason !== 'declined' || !decline_reason) return text
  const reason = translateFor(reader, `invitation.why.${decline_reason}`)
  return [text, translateFor(reader, `service.declined.why`, { reason })].join('\n')
}
