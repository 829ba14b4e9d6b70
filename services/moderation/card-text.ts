import { dateFormat } from '#contract/formats.ts'
import { inLanguage, type Language } from '#contract/languages.ts'
import { isKnownReason } from '#contract/rejection.ts'
import { botLink } from '#services/core/bot-link.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import { priceLine } from '#services/notifications/price.ts'
import type { Card, ListingCard, ReportCard, TaskFacts } from './card-queries.ts'
import { isHeld, type Stage } from './card-stage.ts'

/** UTF-16 units of a message in Telegram, without its tags. */
const messageLength = 4096
/** Units that stay free for the sign that not everything is here. */
const spare = 100
/** Units of each thing that was said, and of each value of a change; how many changes a card lists. */
const lengths = { said: 500, value: 80, changes: 6 } as const
const timeZone = 'Europe/Moscow'

type Say = (key: string, values?: Record<string, unknown>) => string

function sayIn(language: Language): Say {
  const t = translate(language)
  return (key, values = {}) => escapeHtml(t(`bot.moderation.${key}`, values))
}

export function listingText(ctx: Context, card: ListingCard, stage: Stage, language: Language): string {
  const say = sayIn(language)
  const category = (card.category && inLanguage(card.category, language)) ?? '—'
  const said = (text: string) => shorten(text, lengths.said)
  const head = lines([
    `<b>${say(`kind.${card.kind}`)} ${card.listing_id}. ${escapeHtml(card.title)}</b>`,
    card.subject === 'revision' && `<i>${say('edit')}</i>`,
    card.appeal && `<i>${say('appeal', { text: said(card.appeal) })}</i>`,
    '',
    `${say('author')}: ${authorName(ctx, card, say)}`,
    `${say('category')}: ${escapeHtml(category)}`,
    `${say('price')}: ${escapeHtml(priceLine(language, card))}`,
    card.deadline && `${say('deadline')}: ${momentText(card.deadline, language)}`,
    '',
    ...changeLines(card, language, say),
  ])
  const tail = lines([
    `${say('findings')}: ${findings(ctx, card, say)}`,
    card.question && `${say('question')}: ${escapeHtml(said(card.question))}`,
    card.answer && `${say('answer')}: ${escapeHtml(said(card.answer))}`,
    say('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, say),
  ])
  return lines([head, '', ...wordsUnderReview(card, [head, tail], say), tail])
}

/** Old and new of what differs from the version that was approved before. */
function changeLines({ changes }: ListingCard, language: Language, say: Say): string[] {
  const all = changes(language)
  if (all.length === 0) return []
  const value = (text: string | null) => escapeHtml(shorten(text ?? '—', lengths.value))
  const shown = all
    .slice(0, lengths.changes)
    .map(({ field, before, after }) => `• ${escapeHtml(field)}: ${value(before)} → ${value(after)}`)
  const more = all.length - shown.length
  return [
    `<b>${say('changes')}</b>`,
    ...shown,
    ...(more > 0 ? [say('remind.more', { count: more })] : []),
    '',
  ]
}

/** As much of the words as the rest leaves room for; the admin area shows all. */
function wordsUnderReview({ text }: TaskFacts, rest: string[], say: Say): string[] {
  if (!text) return []
  const free = messageLength - spare - rest.reduce((sum, part) => sum + plainLength(part), 0)
  const shown = shorten(text, free)
  const quote = `<blockquote>${escapeHtml(shown)}</blockquote>`
  return shown === text ? [quote] : [quote, `<i>${say('cut')}</i>`]
}

/** Units that Telegram counts: without tags, each entity as one. */
function plainLength(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length
}

export function reportText(ctx: Context, card: ReportCard, stage: Stage, language: Language): string {
  const say = sayIn(language)
  const head = lines([
    `<b>${say(`report.${card.subject_type}`)}</b>`,
    card.title && escapeHtml(card.title),
    '',
    `${say('accused')}: ${authorName(ctx, card, say)}`,
    `${say('complaint')}: ${say(`complaint.${card.report_reason}`)}`,
    card.comment && escapeHtml(shorten(card.comment, lengths.said)),
    card.complaints > 1 && say('complaints', { count: card.complaints }),
    ...card.reporters.map(
      ({ full_name, reason, ...record }) =>
        `${say('reporter')}: ${escapeHtml(full_name)}, ${say(`complaint.${reason}`)}, ${recordText(record, say)}`,
    ),
  ])
  const tail = lines([
    say('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, say),
  ])
  return lines([head, '', ...wordsUnderReview(card, [head, tail], say), tail])
}

/** What became of a person's earlier complaints. */
function recordText({ accepted, dismissed }: { accepted: number; dismissed: number }, say: Say): string {
  return accepted + dismissed === 0 ? say('record.none') : say('record', { accepted, dismissed })
}

/** False ones are left out; an empty text is a blank line. */
function lines(list: (string | false | null)[]): string {
  return list
    .filter((line) => typeof line === 'string')
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function authorName(ctx: Context, card: TaskFacts, say: Say): string {
  const { author_id, author_name, author_status, author_returned, username } = card
  const address = escapeHtml(botLink(ctx.config, { page: 'user', id: author_id }))
  const name = `<a href="${address}">${escapeHtml(author_name)}</a>${username ? ` @${escapeHtml(username)}` : ''}`
  const notes = [
    author_status === 'blocked' && say('author.blocked'),
    author_returned && say('author.returned'),
  ].filter((note) => note !== false)
  return notes.length > 0 ? `${name} (${notes.join(', ')})` : name
}

function findings(ctx: Context, { flags, kind, duplicate_of }: ListingCard, say: Say): string {
  const named = flags.map((flag) => {
    if (flag !== 'duplicate' || duplicate_of === null) return say(`flag.${flag}`)
    const address = escapeHtml(botLink(ctx.config, { page: kind, id: duplicate_of }))
    return `<a href="${address}">${say('flag.duplicate')}</a>`
  })
  return named.join(', ') || say('flag.clean')
}

function stageText(ctx: Context, card: Card, stage: Stage, say: Say): string {
  const of = card.subject === 'report' ? '.report' : ''
  if (stage === 'gone') return `<b>${say('gone')}</b>`
  if (stage === 'asked') return say('asked')
  if (stage !== 'waiting')
    return lines([
      `<b>${say(`${stage}${of}`, { name: card.decider_name, reason: reasonWords(card, say) })}</b>`,
      card.decided_alone && say('alone'),
    ])
  return isHeld(card, ctx.now()) ? say('claimed', { name: card.claimer_name }) : ''
}

/** Escaped once, by the text that it becomes a part of. */
function reasonWords({ reason }: TaskFacts, say: Say): string {
  return isKnownReason(reason ?? '') ? say(`reason.${reason}`) : (reason ?? '')
}

const look = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone } as const

export function momentText(moment: string, language: Language): string {
  return escapeHtml(dateFormat(language, look).format(new Date(moment)))
}
