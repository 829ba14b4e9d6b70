import type { Language } from '#contract/languages.ts'
import { bigChange } from '#services/listings/edit-size.ts'
import type { Published } from '#services/listings/published.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ListingCard } from './card-queries.ts'
import { lines, plainLength, type Say } from './card-text.ts'
import type { Change } from './changes.ts'
import { compared, standOut, struck } from './marked-words.ts'
import { longTexts } from './snapshot.ts'
import type { Piece } from './word-changes.ts'

/** Units of a value, of the words around a change, and of all changes of one text. */
const lengths = { value: 200, around: 60, text: 900 } as const

/** Old and new of what differs from the version that was approved before, why it waits, and what others see meanwhile. */
export function revisionLines(card: ListingCard, language: Language, say: Say, free: number): string[] {
  const { changes, same } = card.changes(language)
  const end = lines([
    same.length > 0 && say('same', { fields: same.join(', ').toLocaleLowerCase(language) }),
    waitText(card, say),
  ])
  let room = free - plainLength(end)
  const shown: string[] = []
  for (const change of changes) {
    const text = changeText(change, say)
    room -= plainLength(text) + 1
    if (room < 0) break
    shown.push(text)
  }
  const more = changes.length - shown.length
  return [...shown, ...(more > 0 ? [say('changes.more', { count: more })] : []), '', end]
}

function changeText({ field, before, after, pieces, share }: Change, say: Say): string {
  const name = `<b>${escapeHtml(field)}</b>`
  const value = (text: string) => shorten(text, lengths.value)
  if (pieces && share !== null)
    return `${name}, ${say('changed', { share })}\n<blockquote>${compared(excerpt(pieces))}</blockquote>`
  if (pieces) return `${name}\n${compared(excerpt(pieces))}`
  return [
    name,
    [before && struck(value(before)), after && standOut(value(after))].filter(Boolean).join(' → '),
  ].join('\n')
}

/** The changes with some words around each. */
function excerpt(pieces: Piece[]): Piece[] {
  const shown: Piece[] = []
  let room: number = lengths.text
  for (const [at, piece] of pieces.entries()) {
    if (room <= 0) return [...shown, { is: 'same', text: '…' }]
    const isFirst = at === 0
    const isLast = at === pieces.length - 1
    const text = piece.is === 'same' ? around(piece.text, isFirst, isLast) : shorten(piece.text, room)
    shown.push({ is: piece.is, text })
    room -= text.length
  }
  return shown
}

/** The end of what stands before a change and the beginning of what stands after it. */
function around(text: string, isFirst: boolean, isLast: boolean): string {
  const tail = () => text.slice(-lengths.around).replace(/^\S*\s/, '')
  const head = () => text.slice(0, lengths.around).replace(/\s\S*$/, ' ')
  if (text.length <= lengths.around * 2) return text
  if (isFirst) return `…${tail()}`
  return isLast ? `${head()}…` : `${head()}… ${tail()}`
}

function waitText(card: ListingCard, say: Say): string {
  if (card.revision_state === 'live') return say('edit.live')
  if (card.revision_state !== 'pending' || card.applied_at) return ''
  return say('edit.pending', { why: say(`edit.why.${whyWaits(card)}`) })
}

/** Why an edit is not seen at once, by the rules of edits. */
function whyWaits({ flags, approved, content, record }: ListingCard): string {
  if (flags.length > 0) return 'flags'
  const change = approved && content && bigChange(partsOf(approved), partsOf(content))
  if (change) return change
  return record.rejected_lately > 0 ? 'record' : 'other'
}

function partsOf(content: Published) {
  return { listing: content, text: Object.fromEntries(longTexts(content)) }
}
