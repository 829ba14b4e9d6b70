import { shareLink } from '#contract/deep-links.ts'
import { dateFormat } from '#contract/formats.ts'
import type { Language } from '#contract/options.ts'
import type { Context } from '#services/context.ts'
import { escapeHtml } from '#services/notifications/html.ts'
import { priceLine } from '#services/notifications/price.ts'
import { words } from '#services/words.ts'
import type { Card, ListingCard, ReportCard, TaskFacts } from './card-queries.ts'
import { isHeld, type Stage } from './card-stage.ts'
import { isKnownReason } from './rules.ts'

/** Characters of the words under review on the card. */
const excerptLength = 1000
const timeZone = 'Europe/Moscow'

type Say = (key: string, values?: Record<string, unknown>) => string

function sayIn(language: Language): Say {
  const t = words(language)
  return (key, values = {}) => escapeHtml(t(`bot.moderation.${key}`, values))
}

export function listingText(ctx: Context, card: ListingCard, stage: Stage, language: Language): string {
  const say = sayIn(language)
  const category = (language === 'ru' ? card.name_ru : card.name_en) ?? '—'
  return lines([
    `<b>${say(`kind.${card.kind}`)} ${card.listing_id}. ${escapeHtml(card.title)}</b>`,
    card.subject === 'revision' && `<i>${say('edit')}</i>`,
    card.appeal && `<i>${say('appeal', { text: card.appeal })}</i>`,
    '',
    `${say('author')}: ${authorName(ctx, card, say)}`,
    `${say('category')}: ${escapeHtml(category)}`,
    `${say('price')}: ${escapeHtml(priceLine(language, card))}`,
    card.deadline && `${say('deadline')}: ${momentText(card.deadline, language)}`,
    '',
    card.text && `<blockquote>${escapeHtml(excerpt(card.text))}</blockquote>`,
    `${say('findings')}: ${findings(ctx, card, say)}`,
    card.question && `${say('question')}: ${escapeHtml(card.question)}`,
    card.answer && `${say('answer')}: ${escapeHtml(card.answer)}`,
    say('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, say),
  ])
}

export function reportText(ctx: Context, card: ReportCard, stage: Stage, language: Language): string {
  const say = sayIn(language)
  return lines([
    `<b>${say(`report.${card.subject_type}`)}</b>`,
    card.title && escapeHtml(card.title),
    '',
    `${say('accused')}: ${authorName(ctx, card, say)}`,
    `${say('complaint')}: ${say(`complaint.${card.report_reason}`)}`,
    card.comment && escapeHtml(card.comment),
    card.complaints > 1 && say('complaints', { count: card.complaints }),
    ...card.reporters.map(
      ({ full_name, reason, ...record }) =>
        `${say('reporter')}: ${escapeHtml(full_name)}, ${say(`complaint.${reason}`)}, ${recordText(record, say)}`,
    ),
    '',
    card.text && `<blockquote>${escapeHtml(excerpt(card.text))}</blockquote>`,
    say('waiting', { time: momentText(card.waiting_since, language) }),
    '',
    stageText(ctx, card, stage, say),
  ])
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
  const address = escapeHtml(shareLink(ctx.config.BOT_USERNAME, { page: 'user', id: author_id }))
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
    const address = escapeHtml(shareLink(ctx.config.BOT_USERNAME, { page: kind, id: duplicate_of }))
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

function excerpt(text: string): string {
  const characters = [...text]
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength).join('')}…` : text
}
