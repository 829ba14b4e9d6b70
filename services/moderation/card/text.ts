import type { TFunction } from 'i18next'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import { type Consequence, isKnownReason } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import { isReport, type ReportReviewCard, type ReviewCard, type TaskFacts } from './facts.ts'
import { isClaimedNow, isUndoable, type Stage } from './stage.ts'

/** Telegram's maximum length of a message text, in UTF-16 units without HTML tags. */
export const messageLength = 4096
/** UTF-16 units that are kept free for the note that the text is shortened. */
export const reservedLength = 100
export const timeZone = 'Europe/Moscow'

export type Translate = (key: string, values?: Record<string, unknown>) => string

export function cardTranslator(language: Language): Translate {
  const t = translatorFor(language)
  return (key, values = {}) => escapeHtml(t(`bot.moderation.${key}`, values))
}

/**
 * Returns the text under review, shortened so that it fits into the message together with the other lines of the card.
 * The admin area shows the whole text.
 */
export function wordsUnderReview({ text }: TaskFacts, otherLines: string[], translate: Translate): string[] {
  if (!text) return []
  const free = messageLength - reservedLength - otherLines.reduce((sum, part) => sum + plainLength(part), 0)
  const shortened = shorten(text, free)
  const quote = `<blockquote>${escapeHtml(shortened)}</blockquote>`
  return shortened === text ? [quote] : [quote, `<i>${translate('cut')}</i>`]
}

/** Returns the length of an HTML text as Telegram counts it: tags do not count, and each HTML entity counts as one. */
export function plainLength(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length
}

/** Joins lines. False and null are skipped, and an empty string makes a blank line. */
export function lines(list: (string | false | null | undefined)[]): string {
  return list
    .filter((line) => typeof line === 'string')
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function authorName(ctx: Context, card: TaskFacts, translate: Translate): string {
  const { author_id, author_name, author_status, author_returned, username } = card
  const address = escapeHtml(botLink(ctx.config, { page: 'user', id: author_id }))
  const name = `<a href="${address}">${escapeHtml(author_name)}</a>${username ? ` @${escapeHtml(username)}` : ''}`
  const notes = [
    author_status === 'blocked' && translate('author.blocked'),
    author_returned && translate('author.returned'),
  ].filter((note) => note !== false)
  return notes.length > 0 ? `${name} (${notes.join(', ')})` : name
}

export function stageText(
  ctx: Context,
  card: ReviewCard,
  stage: Stage,
  translate: Translate,
  language: Language,
): string {
  if (stage === 'gone') return `<b>${translate('gone')}</b>`
  if (stage === 'asked') return translate('asked')
  if (stage === 'waiting') {
    const { lapsed_name, claimer_name, claimed_until } = card
    const isClaimed = isClaimedNow(card, ctx.now())
    return lines([
      lapsed_name && `<b>${translate('lapsed', { name: lapsed_name })}</b>`,
      isClaimed &&
        translate('claimed', { name: claimer_name, time: clockText(claimed_until ?? '', language) }),
    ])
  }
  const isPending = isUndoable(stage)
  const act = stage === 'acting' || stage === 'acted' ? card.act : null
  if (act) return `<b>${consequenceWords(act, isPending, translate, language)}</b>`
  const { decider_name, consequence } = card
  const isAppeal = !isReport(card) && card.appeal !== null
  const of = isReport(card) ? '.report' : isAppeal ? '.again' : ''
  const reason = reasonText(language, card.reason)
  const words = consequence
    ? consequenceWords({ consequence, decider_name, reason: card.reason }, isPending, translate, language)
    : translate(`${stage}${of}`, { name: decider_name, reason })
  return lines([`<b>${words}</b>`, card.decided_alone && translate(isAppeal ? 'alone.again' : 'alone')])
}

type DecidedConsequence = { consequence: Consequence; decider_name: string | null; reason: string | null }

/**
 * Describes the consequence of a decision. The future tense is used while the decision can be undone, and the past
 * tense afterwards.
 */
function consequenceWords(
  { consequence, decider_name: name, reason }: DecidedConsequence,
  isPending: boolean,
  translate: Translate,
  language: Language,
): string {
  const tense = isPending ? 'soon' : 'done'
  return translate(`${consequence}.${tense}`, { name, reason: reasonText(language, reason) })
}

const dateOptions = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone } as const

export function clockText(moment: string, language: Language): string {
  return dateFormat(dateLocale[language], { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(moment),
  )
}

export function momentText(moment: string, language: Language): string {
  return escapeHtml(dateFormat(dateLocale[language], dateOptions).format(new Date(moment)))
}

/** First line of a review card: «Заказ 1031», «Жалобы на вакансию 88: 3». */
export function cardName(card: ReviewCard, t: TFunction): string {
  if (!isReport(card)) return t(`bot.moderation.head.${card.kind}`, { id: card.listing_id })
  return t(`bot.moderation.report.${reportSubject(card)}`, { id: card.listing_id, count: card.complaints })
}

/** Suffix of the text key that names the reported item. */
export function reportSubject({ listing_id, kind, subject_type, sides }: ReportReviewCard): string {
  if (sides) return 'request'
  return (listing_id && kind) || subject_type
}

/**
 * Returns a reason in the words that the author reads. A reason that a moderator wrote as free text stays unchanged.
 */
export function reasonText(language: Language, reason: string | null): string {
  return isKnownReason(reason ?? '')
    ? translatorFor(language)(`bot.moderation.reason.${reason}`)
    : (reason ?? '')
}
