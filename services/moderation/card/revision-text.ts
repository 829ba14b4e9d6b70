import type { Language } from '#contract/languages.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import { bigChanges } from '#services/listings/content/edit-size.ts'
import type { Change } from '#services/moderation/review/changes.ts'
import { longTexts } from '#services/moderation/review/snapshot.ts'
import {
  emphasize,
  type Piece,
  renderComparison,
  strikeThrough,
} from '#services/moderation/review/word-changes.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ListingReviewCard } from './facts.ts'
import { lines, plainLength, type Translate } from './text.ts'

/**
 * Maximum UTF-16 units on a card about an edit: of the value of a field, of the unchanged text around a change, and of
 * all changes of one text.
 */
const lengths = { value: 200, around: 60, text: 900 } as const

/**
 * Lines of a review card about an edit: old and new values of the changed fields, the unchanged fields, and whether the
 * edit is already public.
 */
export function revisionLines(
  card: ListingReviewCard,
  language: Language,
  translate: Translate,
  free: number,
): string[] {
  const { changes, same } = card.changes(language)
  const end = lines([
    same.length > 0 && translate('same', { fields: same.join(', ').toLocaleLowerCase(language) }),
    waitText(card, translate),
  ])
  let room = free - plainLength(end)
  const shownLines: string[] = []
  for (const change of changes) {
    const text = changeText(change, translate)
    room -= plainLength(text) + 1
    if (room < 0) break
    shownLines.push(text)
  }
  const moreCount = changes.length - shownLines.length
  return [...shownLines, ...(moreCount > 0 ? [translate('changes.more', { count: moreCount })] : []), '', end]
}

function changeText({ field, before, after, pieces, share }: Change, translate: Translate): string {
  const name = `<b>${escapeHtml(field)}</b>`
  const value = (text: string) => shorten(text, lengths.value)
  if (pieces && share !== null)
    return `${name}, ${translate('changed', { share })}\n<blockquote>${renderComparison(excerpt(pieces))}</blockquote>`
  if (pieces) return `${name}\n${renderComparison(excerpt(pieces))}`
  return [
    name,
    [before && strikeThrough(value(before)), after && emphasize(value(after))].filter(Boolean).join(' → '),
  ].join('\n')
}

/** Selects the changed words of a text, with some unchanged text around each change. */
function excerpt(pieces: Piece[]): Piece[] {
  const shownPieces: Piece[] = []
  let room: number = lengths.text
  for (const [at, piece] of pieces.entries()) {
    if (room <= 0) return [...shownPieces, { is: 'same', text: '…' }]
    const isFirst = at === 0
    const isLast = at === pieces.length - 1
    const text =
      piece.is === 'same' ? shortenUnchanged(piece.text, isFirst, isLast) : shorten(piece.text, room)
    shownPieces.push({ is: piece.is, text })
    room -= text.length
  }
  return shownPieces
}

/**
 * Shortens the unchanged text between two changes. Its beginning is kept after the first change, and its end before the
 * second.
 */
function shortenUnchanged(text: string, isFirst: boolean, isLast: boolean): string {
  const tail = () => text.slice(-lengths.around).replace(/^\S*\s/, '')
  const head = () => text.slice(0, lengths.around).replace(/\s\S*$/, ' ')
  if (text.length <= lengths.around * 2) return text
  if (isFirst) return `…${tail()}`
  return isLast ? `${head()}…` : `${head()}… ${tail()}`
}

/** Facts that say whether an edit is public already, and why it waits for approval if it is not. */
type EditFacts = Pick<
  ListingReviewCard,
  'revision_state' | 'applied_at' | 'flags' | 'approved' | 'content'
> & {
  record: { rejected_lately: number }
}

/** Sentence about which version of an edited listing is in the feed; empty after the decision has taken effect. */
export function waitText(card: EditFacts, translate: Translate): string {
  if (card.revision_state === 'live') return translate('edit.live')
  if (card.revision_state !== 'pending' || card.applied_at) return ''
  const why = whyWaits(card).map((reason) => translate(`edit.why.${reason}`))
  return translate('edit.pending', { why: why.join(', ') })
}

/** Returns every reason why an edit waits for approval instead of being public at once. */
function whyWaits({ flags, approved, content, record }: EditFacts): string[] {
  const changes = approved && content ? bigChanges(contentParts(approved), contentParts(content)) : []
  const reasons = [
    ...(flags.length > 0 ? ['flags'] : []),
    ...changes,
    ...(record.rejected_lately > 0 ? ['record'] : []),
  ]
  return reasons.length > 0 ? reasons : ['other']
}

function contentParts(content: Published) {
  return { listing: content, text: Object.fromEntries(longTexts(content)) }
}
