import { ApiError } from '#web/client/http.ts'
import { errorText, needTexts } from '#web/client/i18n.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

/** A dialog of their own tells of these, see web/app/start-error.ts. */
const ends = ['blocked', 'session_expired', 'unauthenticated']

/** Tells in one sentence why an act did not succeed. */
export async function showFailure(error: unknown): Promise<void> {
  if (error instanceof ApiError && ends.includes(error.code)) return haptic('error')
  await needTexts('errors').catch(() => undefined)
  haptic('error')
  showToast({ text: errorText(error), tone: 'bad' })
}
