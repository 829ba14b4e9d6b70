import { CloudOff } from 'lucide-react'
import { ApiError } from '#web/client/http/http.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { closeApp } from '#web/telegram/index.ts'
import { askDialog } from '#web/ui/overlays.ts'

export const t = (key: string, values: Record<string, unknown> = {}) => translations.t(key, values)
export const codeOf = (error: Error) => (error instanceof ApiError ? error.code : undefined)

/** Errors which mean that the session has ended or never existed. */
export const sessionErrors: (ApiError['code'] | undefined)[] = ['session_expired', 'unauthenticated']
export const errorDialogProps = { tone: 'bad', wide: true, locked: true } as const

/** True after the user chose "continue". The dialog then does not appear again, and a banner explains the state. */
let continuesAnyway = false

/** Shows a dialog after a failed start: "close" closes the app, "continue" shows the loaded data. */
export async function showStartError(text: string): Promise<boolean> {
  if (continuesAnyway) return true
  const isConfirmed = await askDialog({
    ...errorDialogProps,
    icon: CloudOff,
    title: t('error.start.title'),
    text,
    confirm: t('error.start.continue'),
    cancel: t('error.start.close'),
  })
  if (!isConfirmed) closeApp()
  continuesAnyway = isConfirmed === true
  return continuesAnyway
}
