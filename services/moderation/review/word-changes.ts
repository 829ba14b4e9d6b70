import { diffArrays } from 'diff'
import type { Mark } from '#services/checks/look.ts'
import { escapeHtml } from '#services/notifications/format.ts'

/** Some words in a comparison of two versions of a text. Both versions have them, or they were removed or added. */
export type Piece = { text: string; is: 'same' | 'removed' | 'added' }

/**
 * Maximum removed and added words that are compared. With more changes, a text counts as rewritten, because the time of
 * a comparison grows with the square of the changes.
 */
const mostChanges = 600

/** Splits a text into words. Each word includes the spaces after it, so that the words joined are the text again. */
function wordsOf(text: string): string[] {
  return text.match(/^\s+|\S+\s*/gu) ?? []
}

const trimmed = (words: string[]) => words.map((word) => word.trim())

/** Compares two versions of a text word by word. The pieces joined contain both versions. */
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

/** Share of words that were added or removed, in percent of the longer version. A changed text has at least 1. */
export function changedShare(pieces: Piece[]): number {
  const count = (...kinds: Piece['is'][]) =>
    pieces.filter(({ is }) => kinds.includes(is)).reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const longer = Math.max(count('same', 'removed'), count('same', 'added'))
  const changed = Math.max(count('removed'), count('added'))
  return changed === 0 ? 0 : Math.max(1, Math.round((100 * changed) / longer))
}

/** Emphasizes words in an HTML message. */
export const emphasize = (text: string) => `<b><u>${escapeHtml(text)}</u></b>`
export const strikeThrough = (text: string) => `<s>${escapeHtml(text)}</s>`

/** Returns a text, or its beginning, as HTML in which the marked places are emphasized. */
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

/** Spaces at the end of the words stay outside the HTML tags. */
function markPiece(text: string, is: 'removed' | 'added'): string {
  const words = text.trimEnd()
  const html = is === 'removed' ? strikeThrough(words) : emphasize(words)
  return words ? html + (text.slice(words.length) || ' ') : text
}
