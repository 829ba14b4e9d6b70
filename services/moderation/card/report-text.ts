import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { warningLimits } from '#services/moderation/decisions/warnings.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ReportReviewCard } from './facts.ts'
import type { Stage } from './stage.ts'
import {
  authorName,
  cardTranslator,
  lines,
  momentText,
  reportSubject,
  stageText,
  type Translate,
  wordsUnderReview,
} from './text.ts'

/** Maximum UTF-16 units of a quoted comment, and maximum comments that a card quotes. */
const commentLimits = { length: 300, count: 3 } as const
const day = { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' } as const

/**
 * Renders the review card of all complaints about one item: the item, the reasons, the people who complained, the
 * author.
 */
export function reportText(ctx: Context, card: ReportReviewCard, stage: Stage, language: Language): string {
  const translate = cardTranslator(language)
  const head = lines([
    `<b>${translate(`report.${reportSubject(card)}`, { id: card.listing_id ?? '', count: card.complaints })}</b>`,
    '',
    listingLine(ctx, card, language, translate),
    card.sides && translate('report.sides', card.sides),
    card.subject_type === 'service' && !card.text && translate('report.gone'),
    '',
    ...reasonCounts(card, translate),
    ...quotes(card),
    '',
    `<b>${translate('reporters')}</b>`,
    ...card.reporters.map(
      ({ full_name, ...record }) => `${escapeHtml(full_name)}: ${recordText(record, translate)}`,
    ),
    '',
    `<b>${translate('accused')}</b> ${authorName(ctx, card, translate)}`,
    card.author_warnings > 0 && translate('warned', { count: card.author_warnings }),
  ])
  const isAgain = stage === 'waiting' && card.author_warnings === warningLimits.count - 1
  const tail = lines([
    isAgain && translate('warned.next'),
    translate('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, translate, language),
    card.author_warnings >= warningLimits.count && `<b>${translate('warned.block')}</b>`,
  ])
  return lines([head, '', ...wordsUnderReview(card, [head, tail], translate), tail])
}

/** Lines with a link to the reported listing, the date of its publication and its number of responses. */
function listingLine(
  ctx: Context,
  { kind, listing_id, title, status, published_at, responses_count, sides }: ReportReviewCard,
  language: Language,
  translate: Translate,
): string | false {
  if (!kind || !listing_id || !title) return false
  // A request for a service was never in the feed, and no link leads to it.
  if (sides) return `<b>${escapeHtml(title)}</b>, ${translate(`report.request.${requestState(status)}`)}`
  const address = escapeHtml(botLink(ctx.config, { page: kind, id: listing_id }))
  const since = published_at && dateFormat(dateLocale[language], day).format(new Date(published_at))
  const statusText =
    status === 'published' && since
      ? translate('report.since', { date: since, count: responses_count ?? 0 })
      : translate(status === 'in_progress' ? 'report.work' : 'report.off')
  return `<a href="${address}">${escapeHtml(title)}</a>, ${statusText}`
}

function requestState(status: ReportReviewCard['status']): 'waits' | 'work' | 'over' {
  if (status === 'offered') return 'waits'
  return status === 'in_progress' ? 'work' : 'over'
}

/** Line with the number of complaints by reason, the most frequent reason first. */
function reasonCounts(
  { complaints, report_reason, reporters }: ReportReviewCard,
  translate: Translate,
): string[] {
  if (complaints === 1) return [translate(`complaint.${report_reason}`)]
  const counts = new Map<string, number>()
  for (const { reason } of reporters) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${translate(`complaint.${reason}`)}: ${count}`)
}

function quotes({ reporters }: ReportReviewCard): string[] {
  return reporters
    .flatMap(({ comment }) => (comment ? [comment] : []))
    .slice(0, commentLimits.count)
    .map((comment) => `<blockquote>${escapeHtml(shorten(comment, commentLimits.length))}</blockquote>`)
}

/** Text that says how many of a person's earlier complaints were accepted. */
function recordText(
  { accepted, dismissed }: { accepted: number; dismissed: number },
  translate: Translate,
): string {
  const total = accepted + dismissed
  return total === 0 ? translate('record.none') : translate('record', { accepted, total })
}
