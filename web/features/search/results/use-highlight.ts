import { type RefObject, useEffect } from 'react'
import { findMatches } from './find-matches.ts'

const highlightName = 'searched'

/** Texts of a card that are searched: its title and its beginning. */
const cardTexts = ':is(h2, h3, .clamp-2)'

function rangesIn(list: HTMLElement, search: string, texts: string): Range[] {
  const ranges: Range[] = []
  for (const title of list.querySelectorAll(`article ${texts}`)) {
    const nodes = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode())
      for (const [begin, end] of findMatches(node.textContent ?? '', search)) {
        const range = document.createRange()
        range.setStart(node, begin)
        range.setEnd(node, end)
        ranges.push(range)
      }
  }
  return ranges
}

/**
 * Highlights the search words in the cards of a list, if the browser supports CSS highlights. The list must be there from
 * the first render.
 * @param texts selector of the searched texts of a card
 */
export function useHighlight(
  list: RefObject<HTMLElement | null>,
  search: string,
  texts: string = cardTexts,
): void {
  useEffect(() => {
    const { current: container } = list
    if (!container || !search || !('highlights' in CSS)) return
    const paint = () =>
      CSS.highlights.set(highlightName, new Highlight(...rangesIn(container, search, texts)))
    paint()
    const watcher = new MutationObserver(paint)
    watcher.observe(container, { childList: true, subtree: true })
    return () => {
      watcher.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [list, search, texts])
}
