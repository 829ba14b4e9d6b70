import type { Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { suspiciousPlaces } from '#services/moderation/review/rules.ts'
import { compareWords, emphasize, markPlaces, type Piece } from '#services/moderation/review/word-changes.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import type { ListingReviewCard } from './facts.ts'
import { duplicateText, longText } from './listing-text.ts'
import type { UnfoldedView } from './stage.ts'
import { cardTranslator, lines, type Translate } from './text.ts'

/** Maximum UTF-16 units of a page, and of each of the two texts on a page that compares two listings. */
const lengths = { page: 3500, beside: 1700 } as const

/**
 * Renders a page of a review card. The page shows the full text under review, the last approved text, or the text under
 * review together with a near-duplicate.
 */
export function renderPage(
  ctx: Context,
  card: ListingReviewCard,
  language: Language,
  view: UnfoldedView,
  page: number,
): { text: string; pages: number } {
  const translate = cardTranslator(language)
  const name = `<b>${translate(`head.${card.kind}`, { id: card.listing_id })}</b>`
  const pages = pagesOf(card, view)
  const shownPage = Math.min(Math.max(page, 1), Math.max(1, pages.length))
  if (view === 'twins')
    return { text: sideBySide(ctx, card, language, translate, shownPage), pages: pages.length }
  const [from, to] = pages[shownPage - 1] ?? [0, 0]
  const wholeText = viewText(card, view)
  const marks = suspiciousPlaces(wholeText).map(([start, end]): [number, number] => [
    start - from,
    end - from,
  ])
  const part = markPlaces(
    wholeText.slice(from, to),
    marks.filter(([start]) => start >= 0),
  )
  const head = [
    name,
    translate(`whole.${view}`),
    pages.length > 1 && translate('part', { part: shownPage, of: pages.length }),
  ]
  const text = lines([head.filter(Boolean).join('. '), '', `<blockquote>${part || '—'}</blockquote>`])
  return { text, pages: pages.length }
}

function viewText(card: ListingReviewCard, view: 'text' | 'before'): string {
  return view === 'text'
    ? longText(card)
    : card.approved
      ? longText({ content: card.approved, text: null })
      : ''
}

/**
 * Returns the `[from, to)` offsets of each page of a text. Each near-duplicate takes one page, whose offsets are not
 * used.
 */
function pagesOf(card: ListingReviewCard, view: UnfoldedView): [from: number, to: number][] {
  if (view === 'twins') return card.duplicates.map(() => [0, 0])
  const text = viewText(card, view)
  const pages: [number, number][] = []
  let from = 0
  while (from < text.length) {
    const end = Math.min(text.length, from + lengths.page)
    const space = end < text.length ? text.slice(from, end).search(/\s\S*$/u) : -1
    // A page ends between two words. A word that is longer than half a page is cut, but never inside a surrogate pair.
    const cut = space > lengths.page / 2 ? from + space + 1 : end
    const to = /[\ud800-\udbff]$/.test(text.slice(from, cut)) && cut < text.length ? cut - 1 : cut
    pages.push([from, to])
    from = to
  }
  return pages
}

/** Renders two similar texts, one below the other. Words that are in only one of the two texts are emphasized. */
function sideBySide(
  ctx: Context,
  card: ListingReviewCard,
  language: Language,
  translate: Translate,
  page: number,
): string {
  const twin = card.duplicates[page - 1]
  if (!twin) return ''
  const ownText = shorten(longText(card), lengths.beside)
  const twinText = shorten(twin.text, lengths.beside)
  const pieces = compareWords(twinText, ownText)
  return lines([
    `<b>${translate(`head.${card.kind}`, { id: card.listing_id })}</b> ${escapeHtml(card.title)}`,
    `<blockquote>${markVersion(pieces, 'added')}</blockquote>`,
    '',
    duplicateText(ctx, twin, language, translate),
    `<b>${escapeHtml(twin.title)}</b>`,
    `<blockquote>${markVersion(pieces, 'removed')}</blockquote>`,
    translate('twins.note'),
  ])
}

function markVersion(pieces: Piece[], is: 'added' | 'removed'): string {
  return pieces
    .filter((piece) => piece.is === 'same' || piece.is === is)
    .map(({ is: kind, text }) =>
      kind === 'same' ? escapeHtml(text) : `${emphasize(text.trimEnd())}${text.slice(text.trimEnd().length)}`,
    )
    .join('')
}
