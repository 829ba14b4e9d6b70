import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import { botLink } from '#services/core/bot-link.ts'
import type { Context } from '#services/core/context.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ReportCard } from './card-queries.ts'
import type { Stage } from './card-stage.ts'
import { authorName, lines, momentText, type Say, sayIn, stageText, wordsUnderReview } from './card-text.ts'
import { warningLimits } from './warnings.ts'

/** Units of a comment, and how many of them a card quotes. */
const comments = { length: 300, count: 3 } as const
const day = { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' } as const

/** The card of everything that is said against one thing: what and why, who says it, whose it is. */
export function reportText(ctx: Context, card: ReportCard, stage: Stage, language: Language): string {
  const say = sayIn(language)
  const about = card.listing_id ? card.kind : card.subject_type
  const head = lines([
    `<b>${say(`report.${about}`, { id: card.listing_id ?? '', count: card.complaints })}</b>`,
    '',
    whereItStands(ctx, card, language, say),
    '',
    ...reasonCounts(card, say),
    ...quotes(card),
    '',
    `<b>${say('reporters')}</b>`,
    ...card.reporters.map(
      ({ full_name, ...record }) => `${escapeHtml(full_name)}: ${recordText(record, say)}`,
    ),
    '',
    `<b>${say('accused')}</b> ${authorName(ctx, card, say)}`,
    card.author_warnings > 0 && say('warned', { count: card.author_warnings }),
  ])
  const isAgain = stage === 'waiting' && card.author_warnings === warningLimits.count - 1
  const tail = lines([
    isAgain && say('warned.next'),
    say('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, say, language),
    card.author_warnings >= warningLimits.count && `<b>${say('warned.block')}</b>`,
  ])
  return lines([head, '', ...wordsUnderReview(card, [head, tail], say), tail])
}

/** The listing with its page, how long it has been in the feed, and how many have answered. */
function whereItStands(
  ctx: Context,
  { kind, listing_id, title, status, published_at, responses_count }: ReportCard,
  language: Language,
  say: Say,
): string | false {
  if (!kind || !listing_id || !title) return false
  const address = escapeHtml(botLink(ctx.config, { page: kind, id: listing_id }))
  const since = published_at && dateFormat(dateLocale[language], day).format(new Date(published_at))
  const stands =
    status === 'published' && since
      ? say('report.since', { date: since, count: responses_count ?? 0 })
      : say(status === 'in_progress' ? 'report.work' : 'report.off')
  return `<a href="${address}">${escapeHtml(title)}</a>, ${stands}`
}

/** How many complain for which reason, most first. */
function reasonCounts({ complaints, report_reason, reporters }: ReportCard, say: Say): string[] {
  if (complaints === 1) return [say(`complaint.${report_reason}`)]
  const counts = new Map<string, number>()
  for (const { reason } of reporters) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${say(`complaint.${reason}`)}: ${count}`)
}

function quotes({ reporters }: ReportCard): string[] {
  return reporters
    .flatMap(({ comment }) => (comment ? [comment] : []))
    .slice(0, comments.count)
    .map((comment) => `<blockquote>${escapeHtml(shorten(comment, comments.length))}</blockquote>`)
}

/** What became of a person's earlier complaints. */
function recordText({ accepted, dismissed }: { accepted: number; dismissed: number }, say: Say): string {
  const total = accepted + dismissed
  return total === 0 ? say('record.none') : say('record', { accepted, total })
}
