import type { Language } from '#contract/languages.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ListingCard } from './card-queries.ts'
import { momentText, type Say } from './card-text.ts'
import { reasonIn } from './reason-words.ts'

/** Units of the author's words. */
const length = 600

/** What an appeal adds to a card: the first decision and whose it was, the author's words, and who may look at it now. */
export function appealLines(
  { appeal, first, kind, applied_at }: ListingCard,
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
  { state, reason, decider_name, decided_at }: NonNullable<ListingCard['first']>,
  kind: ListingCard['kind'],
  language: Language,
  say: Say,
): string[] {
  const words = reasonIn(language, reason)
  return [
    `<b>${say('appeal.first')}</b>`,
    say(`appeal.${state === 'rejected' ? 'rejected' : 'removed'}.${kind}`, { reason: words }),
    ...(decided_at ? [`${escapeHtml(decider_name ?? '')}, ${momentText(decided_at, language)}`] : []),
  ]
}
