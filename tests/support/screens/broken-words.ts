import type { Page } from 'playwright-core'

/** Number of letters up to which no word may be broken. Longer ones have no room on a narrow phone in large letters. */
const wholeLetters = 14

/**
 * JavaScript that returns the words of which a part stands in the next line, each with the class of its element. A word
 * may break at its hyphen, an address anywhere. Lines that are cut off are not looked at.
 */
const script = `(() => {
  const broken = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const element = text.parentElement
    if (!element.checkVisibility() || element.closest('script, style, option, .visually-hidden')) continue
    const isHidden = (part) => {
      for (let outer = element; outer; outer = outer.parentElement) {
        const box = outer.getBoundingClientRect()
        if (getComputedStyle(outer).overflowY === 'hidden' && (part.top >= box.bottom - 1 || box.width <= 1)) return true
      }
    }
    for (const token of text.data.matchAll(/\\S+/g)) {
      if (/[/@]|\\.\\p{L}/u.test(token[0])) continue
      for (const word of token[0].matchAll(/\\p{L}+/gu)) {
        if (word[0].length > ${wholeLetters}) continue
        const range = document.createRange()
        range.setStart(text, token.index + word.index)
        range.setEnd(text, token.index + word.index + word[0].length)
        const parts = [...range.getClientRects()].filter((part) => part.width > 0 && !isHidden(part))
        const tops = parts.map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(word[0] + ' in .' + element.className)
      }
    }
  }
  return broken
})()`

/** Returns the words of a page that are broken between two letters. */
export async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(script)
}
