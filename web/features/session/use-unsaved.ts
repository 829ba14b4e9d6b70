import { useEffect } from 'react'
import { confirmClosing } from '#web/telegram/index.ts'

/** Telegram asks before it closes the app while something typed is not sent. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    confirmClosing(true)
    return () => confirmClosing(false)
  }, [isUnsaved])
}
