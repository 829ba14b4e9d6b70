import { diffArrays } from 'diff'
import type { Mark } from '#services/checks/look.ts'
import { escapeHtml } from '#services/notifications/format.ts'

/** Some consecutive words in a comparison of two versions of a text. `same`: the words are in both versions. */
export type Piece = { text: string; is: 'same' | 'removed' | 'added' }

/**
 * Maximum number of removed and added words in a comparison. A text with more changes counts as rewritten. Without a
 * limit, the time of a comparison would grow with the square of the number of changes.
 */
const mostChanges = 600

/** Splits a text into words. Each word includes the spaces after it, so that joining the words gives the same text. */
function wordsOf(text: string): string[] {
  return text.match(/^\s+|\S+\s*/gu) ?? []
}

const trimmed = (words: string[]) => words.map((word) => word.trim())

/** Compares two versions of a text word by word. The returned pieces contain all words of both versions, in order. */
export function compareWords(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const changes = diffArrays(trimmed(old), trimmed(now), { maxEditLength: mostChanges })
  const pieces: Piece[] = []
  const add = (is: Piece['is'], words: string[]) => {
    if (words.length) pieces.push({ is, text: words.join('') })
  }
  if (!changes) {
    add('removed', old)
    add('added', now)
    return pieces
  }
  let left: string[] = []
  let came: string[] = []
  const flush = () => {
    add('removed', left)
    add('added', came)
    left = []
    came = []
  }
  for (const { removed, added, count } of changes) {
    if (removed) left.push(...old.splice(0, count))
    else if (added) came.push(...now.splice(0, count))
    else {
      flush()
      old.splice(0, count)
      add('same', now.splice(0, count))
    }
  }
  flush()
  return pieces
}

/**
 * Share of added or removed words in percent of the longer version, rounded. It is at least 1 if anything has changed.
 */
export function changedShare(pieces: Piece[]): number {
  const count = (...kinds: Piece['is'][]) =>
    pieces.filter(({ is }) => kinds.includes(is)).reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const longer = Math.max(count('same', 'removed'), count('same', 'added'))
  const changed = Math.max(count('removed'), count('added'))
  return changed === 0 ? 0 : Math.max(1, Math.round((100 * changed) / longer))
}

/** Formats words as emphasized in an HTML message. */
export const emphasize = (text: string) => `<b><u>${escapeHtml(text)}</u></b>`
export const strikeThrough = (text: string) => `<s>${escapeHtml(text)}</s>`

/**
 * Returns a text as HTML in which the marked parts are emphasized. If the text is only the beginning of the marked
 * text, later marks are ignored.
 */
export function markPlaces(text: string, marks: Mark[]): string {
  let position = 0
  const parts = marks
    .filter(([from]) => from < text.length)
    .map(([from, to]) => {
      const before = escapeHtml(text.slice(position, from))
      position = Math.min(to, text.length)
      return before + emphasize(text.slice(from, position))
    })
  return parts.join('') + escapeHtml(text.slice(position))
}

/** Renders a comparison of two versions as one HTML text: removed words are struck through, added words emphasized. */
export function renderComparison(pieces: Piece[]): string {
  return pieces.map(({ is, text }) => (is === 'same' ? escapeHtml(text) : markPiece(text, is))).join('')
}

/** Formats removed or added words as HTML. Spaces at their end stay outside the tags. */
function markPiece(text: string, is: 'removed' | 'added'): string {
  const words = text.trimEnd()
  const html = is === 'removed' ? strikeThrough(words) : emphasize(words)
  return words ? html + (text.slice(words.length) || ' ') : text
}
