import type { Language } from '#contract/languages.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ListingReviewCard } from './card-queries.ts'
import { momentText, type Say } from './card-text.ts'
import { reasonText } from './reason-words.ts'

/** UTF-16 units of the author's text. */
const length = 600

/**
 * Lines of a card about an appeal: the first decision, the author's text, and whether another moderator must decide.
 */
export function appealLines(
  { appeal, first, kind, applied_at }: ListingReviewCard,
  language: Language,
  say: Say,
): string[] {
  if (appeal === null) return []
  const words = [
    `<b>${say('appeal')}</b>`,
    ...(first ? ['', ...firstLines(first, kind, language, say)] : []),
    '',
    `<b>${say('appeal.author')}</b>`,
    `<blockquote>${escapeHtml(shorten(appeal, length))}</blockquote>`,
  ]
  if (!first?.decider_name || applied_at) return words
  const look = say(first.has_other ? 'appeal.other' : 'appeal.same', { name: first.decider_name })
  return [...words, '', look]
}

function firstLines(
  { state, reason, decider_name, decided_at }: NonNullable<ListingReviewCard['first']>,
  kind: ListingReviewCard['kind'],
  language: Language,
  say: Say,
): string[] {
  const words = reasonText(language, reason)
  return [
    `<b>${say('appeal.first')}</b>`,
    say(`appeal.${state === 'rejected' ? 'rejected' : 'removed'}.${kind}`, { reason: words }),
    ...(decided_at ? [`${escapeHtml(decider_name ?? '')}, ${momentText(decided_at, language)}`] : []),
  ]
}
