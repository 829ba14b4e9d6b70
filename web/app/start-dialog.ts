import { CloudOff } from 'lucide-react'
import { ApiError } from '#web/client/http.ts'
import { words } from '#web/client/words.ts'
import { closeApp } from '#web/telegram/index.ts'
import { askDialog } from '#web/ui/overlays.ts'

export const t = (key: string, values: Record<string, unknown> = {}) => words.t(key, values)
export const codeOf = (error: Error) => (error instanceof ApiError ? error.code : undefined)

/** The session is over, or was never there. */
export const over: (ApiError['code'] | undefined)[] = ['session_expired', 'unauthenticated']
export const errorLook = { tone: 'bad', wide: true, locked: true } as const

/** Who chose to go on is not asked at each further try; the line above the page says what is missing. */
let goesOnAnyway = false

/** Close leaves the app, Continue shows what is there. */
export async function tellFailure(text: string): Promise<boolean> {
  if (goesOnAnyway) return true
  const goesOn = await askDialog({
    ...errorLook,
    icon: CloudOff,
    title: t('error.start.title'),
    text,
    confirm: t('error.start.continue'),
    cancel: t('error.start.close'),
  })
  if (!goesOn) closeApp()
  goesOnAnyway = goesOn === true
  return goesOnAnyway
}
