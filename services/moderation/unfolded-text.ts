import type { Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ListingCard } from './card-queries.ts'
import { lines, type Say, sayIn } from './card-text.ts'
import type { UnfoldedView } from './card-views.ts'
import { twinText, wordsOf } from './listing-card-text.ts'
import { marked, standOut } from './marked-words.ts'
import { suspicious } from './rules.ts'
import { compareWords, type Piece } from './word-changes.ts'

/** Units of a page of a text, and of each of two texts side by side. */
const lengths = { page: 3500, beside: 1700 } as const

/** The whole words under review, those that were approved before, or a near-duplicate beside them. */
export function unfolded(
  ctx: Context,
  card: ListingCard,
  language: Language,
  view: UnfoldedView,
  page: number,
): { text: string; pages: number } {
  const say = sayIn(language)
  const name = `<b>${say(`head.${card.kind}`, { id: card.listing_id })}</b>`
  const pages = pagesOf(card, view)
  const shown = Math.min(Math.max(page, 1), Math.max(1, pages.length))
  if (view === 'twins') return { text: beside(ctx, card, language, say, shown), pages: pages.length }
  const [from, to] = pages[shown - 1] ?? [0, 0]
  const whole = wordsIn(card, view)
  const marks = suspicious(whole).map(([start, end]): [number, number] => [start - from, end - from])
  const part = marked(
    whole.slice(from, to),
    marks.filter(([start]) => start >= 0),
  )
  const head = [
    name,
    say(`whole.${view}`),
    pages.length > 1 && say('part', { part: shown, of: pages.length }),
  ]
  const text = lines([head.filter(Boolean).join('. '), '', `<blockquote>${part || '—'}</blockquote>`])
  return { text, pages: pages.length }
}

function wordsIn(card: ListingCard, view: 'text' | 'before'): string {
  return view === 'text'
    ? wordsOf(card)
    : card.approved
      ? wordsOf({ content: card.approved, text: null })
      : ''
}

/** From and to of each page; of near-duplicates one each. */
function pagesOf(card: ListingCard, view: UnfoldedView): [from: number, to: number][] {
  if (view === 'twins') return card.duplicates.map(() => [0, 0])
  const text = wordsIn(card, view)
  const pages: [number, number][] = []
  let from = 0
  while (from < text.length) {
    const end = Math.min(text.length, from + lengths.page)
    const space = end < text.length ? text.slice(from, end).search(/\s\S*$/u) : -1
    // A word longer than half a page is cut, but no character is.
    const cut = space > lengths.page / 2 ? from + space + 1 : end
    const to = /[\ud800-\udbff]$/.test(text.slice(from, cut)) && cut < text.length ? cut - 1 : cut
    pages.push([from, to])
    from = to
  }
  return pages
}

/** Both texts, one under the other; the words that only one of them has stand out. */
function beside(ctx: Context, card: ListingCard, language: Language, say: Say, page: number): string {
  const twin = card.duplicates[page - 1]
  if (!twin) return ''
  const own = shorten(wordsOf(card), lengths.beside)
  const other = shorten(twin.text, lengths.beside)
  const pieces = compareWords(other, own)
  return lines([
    `<b>${say(`head.${card.kind}`, { id: card.listing_id })}</b> ${escapeHtml(card.title)}`,
    `<blockquote>${version(pieces, 'added')}</blockquote>`,
    '',
    twinText(ctx, twin, language, say),
    `<b>${escapeHtml(twin.title)}</b>`,
    `<blockquote>${version(pieces, 'removed')}</blockquote>`,
    say('twins.note'),
  ])
}

function version(pieces: Piece[], is: 'added' | 'removed'): string {
  return pieces
    .filter((piece) => piece.is === 'same' || piece.is === is)
    .map(({ is: kind, text }) =>
      kind === 'same' ? escapeHtml(text) : `${standOut(text.trimEnd())}${text.slice(text.trimEnd().length)}`,
    )
    .join('')
}
