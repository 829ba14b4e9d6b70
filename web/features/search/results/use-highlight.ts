import { type RefObject, useEffect } from 'react'

const highlightName = 'searched'

/** Letters as the search compares them: it finds «ё» by «е». */
const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Positions of the search words in a text, as [begin, end]. */
export function findMatches(text: string, search: string): [number, number][] {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word.length > 1)
  const lower = fold(text)
  return words.flatMap((word) => {
    const positions: [number, number][] = []
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      positions.push([at, at + word.length])
    return positions
  })
}

function rangesIn(list: HTMLElement, search: string): Range[] {
  const ranges: Range[] = []
  for (const title of list.querySelectorAll('article :is(h2, h3)')) {
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

/** Highlights the search words in titles, if the browser supports CSS highlights. */
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
