import { useEffect } from 'react'

const fields = 'input, textarea, select, [contenteditable]'
const dialogs = '[role="dialog"], [role="alertdialog"]'
/** Keys that may repeat while held. Deciding keys may not. */
const repeatable = ['J', 'K']

/**
 * A key clicks the button that announces it with `aria-keyshortcuts`, on any keyboard layout. Ignored while
 * typing, while a sheet is open, and with Ctrl, Alt, Meta or Shift, which belong to the browser.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = latinLetter(event)
      if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.repeat && !repeatable.includes(name)) return
      if (event.target instanceof Element && event.target.closest(fields)) return
      if (document.querySelector(dialogs)) return
      document.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The Latin letter of the key, also on another layout. */
function latinLetter({ key, code }: KeyboardEvent): string | undefined {
  const name = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, '')
  return /^[A-Z]$/.test(name) ? name : undefined
}
