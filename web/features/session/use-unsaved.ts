import { useEffect } from 'react'
import { confirmClosing } from '#web/telegram/index.ts'

/** Makes Telegram ask for confirmation before closing the app, while there are unsaved changes. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    confirmClosing(true)
    return () => confirmClosing(false)
  }, [isUnsaved])
}
