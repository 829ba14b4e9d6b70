import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import type { Consequence } from '#contract/rejection.ts'
import { botLink } from '#services/core/bot-link.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import { type Card, isReport, type TaskFacts } from './card-queries.ts'
import { isHeld, isUndoable, type Stage } from './card-stage.ts'
import { reasonIn } from './reason-words.ts'

/** UTF-16 units of a message in Telegram, without its tags. */
export const messageLength = 4096
/** Units that stay free for the sign that not everything is here. */
export const spare = 100
export const timeZone = 'Europe/Moscow'

export type Say = (key: string, values?: Record<string, unknown>) => string

export function sayIn(language: Language): Say {
  const t = translate(language)
  return (key, values = {}) => escapeHtml(t(`bot.moderation.${key}`, values))
}

/** As much of the words as the rest leaves room for; the admin area shows all. */
export function wordsUnderReview({ text }: TaskFacts, rest: string[], say: Say): string[] {
  if (!text) return []
  const free = messageLength - spare - rest.reduce((sum, part) => sum + plainLength(part), 0)
  const shown = shorten(text, free)
  const quote = `<blockquote>${escapeHtml(shown)}</blockquote>`
  return shown === text ? [quote] : [quote, `<i>${say('cut')}</i>`]
}

/** Units that Telegram counts: without tags, each entity as one. */
export function plainLength(html: string): number {
  return html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length
}

/** False ones are left out; an empty text is a blank line. */
export function lines(list: (string | false | null | undefined)[]): string {
  return list
    .filter((line) => typeof line === 'string')
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function authorName(ctx: Context, card: TaskFacts, say: Say): string {
  const { author_id, author_name, author_status, author_returned, username } = card
  const address = escapeHtml(botLink(ctx.config, { page: 'user', id: author_id }))
  const name = `<a href="${address}">${escapeHtml(author_name)}</a>${username ? ` @${escapeHtml(username)}` : ''}`
  const notes = [
    author_status === 'blocked' && say('author.blocked'),
    author_returned && say('author.returned'),
  ].filter((note) => note !== false)
  return notes.length > 0 ? `${name} (${notes.join(', ')})` : name
}

export function stageText(ctx: Context, card: Card, stage: Stage, say: Say, language: Language): string {
  if (stage === 'gone') return `<b>${say('gone')}</b>`
  if (stage === 'asked') return say('asked')
  if (stage === 'waiting') {
    const { lapsed_name, claimer_name, claimed_until } = card
    const isClaimed = isHeld(card, ctx.now())
    return lines([
      lapsed_name && `<b>${say('lapsed', { name: lapsed_name })}</b>`,
      isClaimed && say('claimed', { name: claimer_name, time: clockText(claimed_until ?? '', language) }),
    ])
  }
  const isPending = isUndoable(stage)
  const act = stage === 'acting' || stage === 'acted' ? card.act : null
  if (act) return `<b>${consequenceWords(act, isPending, say, language)}</b>`
  const { decider_name, consequence } = card
  const isAppeal = !isReport(card) && card.appeal !== null
  const of = isReport(card) ? '.report' : isAppeal ? '.again' : ''
  const reason = reasonIn(language, card.reason)
  const words = consequence
    ? consequenceWords({ consequence, decider_name, reason: card.reason }, isPending, say, language)
    : say(`${stage}${of}`, { name: decider_name, reason })
  return lines([`<b>${words}</b>`, card.decided_alone && say(isAppeal ? 'alone.again' : 'alone')])
}

type Followed = { consequence: Consequence; decider_name: string | null; reason: string | null }

/** What follows for a thing and its author, while it may be taken back and afterwards. */
function consequenceWords(
  { consequence, decider_name: name, reason }: Followed,
  isPending: boolean,
  say: Say,
  language: Language,
): string {
  const tense = isPending ? 'soon' : 'done'
  return say(`${consequence}.${tense}`, { name, reason: reasonIn(language, reason) })
}

const look = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone } as const

export function clockText(moment: string, language: Language): string {
  return dateFormat(dateLocale[language], { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(moment),
  )
}

export function momentText(moment: string, language: Language): string {
  return escapeHtml(dateFormat(dateLocale[language], look).format(new Date(moment)))
}
