import type { Mark } from '#services/checks/look.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import type { Piece } from './word-changes.ts'

/** Emphasizes words in a message. */
export const emphasize = (text: string) => `<b><u>${escapeHtml(text)}</u></b>`
export const strikeThrough = (text: string) => `<s>${escapeHtml(text)}</s>`

/** A text, or its beginning, as HTML with the marked places emphasized. */
export function markPlaces(text: string, marks: Mark[]): string {
  let done = 0
  const parts = marks
    .filter(([from]) => from < text.length)
    .map(([from, to]) => {
      const before = escapeHtml(text.slice(done, from))
      done = Math.min(to, text.length)
      return before + emphasize(text.slice(from, done))
    })
  return parts.join('') + escapeHtml(text.slice(done))
}

/** Two versions as one HTML text: removed words struck through, added words emphasized. */
export function renderComparison(pieces: Piece[]): string {
  return pieces.map(({ is, text }) => (is === 'same' ? escapeHtml(text) : markPiece(text, is))).join('')
}

/** Trailing spaces stay outside the tags. */
function markPiece(text: string, is: 'removed' | 'added'): string {
  const words = text.trimEnd()
  const html = is === 'removed' ? strikeThrough(words) : emphasize(words)
  return words ? html + (text.slice(words.length) || ' ') : text
}
