import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { productName } from '#contract/languages.ts'
import { currentLanguage } from '#web/client/i18n.ts'

let currentPath: string | undefined

const heading = () => document.querySelector<HTMLElement>('main h1')
const isSkeleton = (title: HTMLElement) => title.closest('[aria-busy]') !== null

/** Returns false if a dialog is open or an input of the new screen has the focus, because both keep the focus. */
const mayTakeFocus = () =>
  !document.querySelector('[role="dialog"], [role="alertdialog"]') &&
  !document.activeElement?.matches('main input, main textarea')

function setDocumentTitle(title: HTMLElement): void {
  const words = `${title.textContent?.trim()} · ${productName[currentLanguage()]}`
  if (document.title !== words) document.title = words
}

/**
 * Moves the focus to the heading of a new screen, for keyboards and screen readers, and updates the document's title.
 * The focus moves once the screen is rendered. A placeholder has a heading of its own.
 */
export function useFocusOnNewScreen(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isNew = currentPath !== undefined && currentPath !== pathname
    currentPath = pathname
    let announcedHeading: HTMLElement | null = null
    const followHeading = () => {
      const title = heading()
      if (!title) return
      if (!isSkeleton(title)) setDocumentTitle(title)
      if (!isNew || title === announcedHeading) return
      const isFollowed = announcedHeading === null || document.activeElement === document.body
      announcedHeading = title
      if (!isFollowed || !mayTakeFocus()) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    }
    // The focus moves in a separate task, because focusing forces a layout that must not delay rendering.
    let timer: ReturnType<typeof setTimeout> | undefined
    const followHeadingSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        followHeading()
      })
    }
    followHeadingSoon()
    // The code, data and texts of a screen may load later, so changes of its heading are watched.
    const watcher = new MutationObserver(followHeadingSoon)
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [pathname])
}
