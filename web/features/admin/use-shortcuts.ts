import { useEffect } from 'react'

const fields = 'input, textarea, select, [contenteditable]'
const layers = '[role="dialog"], [role="alertdialog"]'
/** Walking on may go on while the key is held; deciding may not. */
const held = ['J', 'K']

/**
 * Keys press the buttons that announce them (`aria-keyshortcuts`), on any layout of the keyboard. They are silent while
 * somebody writes, over a sheet, and together with Ctrl and the like, which belong to the browser.
 */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = letter(event)
      if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.repeat && !held.includes(name)) return
      if (event.target instanceof Element && event.target.closest(fields)) return
      if (document.querySelector(layers)) return
      document.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The Latin letter, or the one that stands on the same key. */
function letter({ key, code }: KeyboardEvent): string | undefined {
  const name = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, '')
  return /^[A-Z]$/.test(name) ? name : undefined
}
