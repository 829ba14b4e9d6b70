import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { productName } from '#contract/languages.ts'
import { currentLanguage } from '#web/client/i18n.ts'

let present: string | undefined

const heading = () => document.querySelector<HTMLElement>('main h1')
const isSkeleton = (title: HTMLElement) => title.closest('[aria-busy]') !== null

/** A field of the new screen that took the focus itself keeps it, and so does what lies over the screen. */
const mayTakeFocus = () =>
  !document.querySelector('[role="dialog"], [role="alertdialog"]') &&
  !document.activeElement?.matches('main input, main textarea')

function nameDocument(title: HTMLElement): void {
  const words = `${title.textContent?.trim()} · ${productName[currentLanguage()]}`
  if (document.title !== words) document.title = words
}

/**
 * Who goes to another screen stands at its heading, also with the keyboard or a screen reader, and the document is
 * named after it. Both wait until the screen is there; a skeleton is announced by its own heading.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isNew = present !== undefined && present !== pathname
    present = pathname
    let announced: HTMLElement | null = null
    const look = () => {
      const title = heading()
      if (!title) return
      if (!isSkeleton(title)) nameDocument(title)
      if (!isNew || title === announced) return
      const isFollowed = announced === null || document.activeElement === document.body
      announced = title
      if (!isFollowed || !mayTakeFocus()) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    }
    // In a task of its own: the focus wants the screen laid out, which drawing it should not have to wait for.
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        look()
      })
    }
    lookSoon()
    // The screen's code, its data and its language come later; a heading that changes is read anew.
    const watcher = new MutationObserver(lookSoon)
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [pathname])
}
