import { type RefObject, useEffect } from 'react'
import { findMatches } from './find-matches.ts'

const highlightName = 'searched'

function rangesIn(list: HTMLElement, search: string): Range[] {
  const ranges: Range[] = []
  for (const title of list.querySelectorAll('article :is(h2, h3, .clamp-2)')) {
    const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const [begin, end] of findMatches(node.textContent ?? '', search)) {
        const range = document.createRange()
        range.setStart(node, begin)
        range.setEnd(node, end)
        ranges.push(range)
      }
  }
  return ranges
}

/** Highlights the search words in titles and texts of cards, if the browser supports CSS highlights. */
export function useHighlight(list: RefObject<HTMLElement | null>, search: string): void {
  useEffect(() => {
    const { current: container } = list
    if (!container || !search || !('highlights' in CSS)) return
    const paint = () => CSS.highlights.set(highlightName, new Highlight(...rangesIn(container, search)))
    paint()
    const watcher = new MutationObserver(paint)
    watcher.observe(container, { childList: true, subtree: true })
    return () => {
      watcher.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [list, search])
}
