import type { Mark } from '#services/checks/look.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import type { Piece } from './word-changes.ts'

/** Words that stand out in a message. */
export const standOut = (text: string) => `<b><u>${escapeHtml(text)}</u></b>`
export const struck = (text: string) => `<s>${escapeHtml(text)}</s>`

/** A text, or its beginning, as HTML in which the marked places stand out. */
export function marked(text: string, marks: Mark[]): string {
  let done = 0
  const parts = marks
    .filter(([from]) => from < text.length)
    .map(([from, to]) => {
      const before = escapeHtml(text.slice(done, from))
      done = Math.min(to, text.length)
      return before + standOut(text.slice(from, done))
    })
  return parts.join('') + escapeHtml(text.slice(done))
}

/** Two versions as one HTML text: what left is struck through, what came stands out. */
export function compared(pieces: Piece[]): string {
  return pieces.map(({ is, text }) => (is === 'same' ? escapeHtml(text) : inside(text, is))).join('')
}

/** The spaces after the words stay outside the marking. */
function inside(text: string, is: 'removed' | 'added'): string {
  const words = text.trimEnd()
  const html = is === 'removed' ? struck(words) : standOut(words)
  return words ? html + (text.slice(words.length) || ' ') : text
}
