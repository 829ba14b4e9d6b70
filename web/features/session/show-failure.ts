import { ApiError } from '#web/client/http/http.ts'
import { errorText, loadTexts } from '#web/client/i18n.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

/** Errors for which web/app/start-error.ts shows a dialog. */
const errorsWithDialog = ['blocked', 'session_expired', 'unauthenticated']

/** Shows the error of a failed action in a toast. */
export async function showFailure(error: unknown): Promise<void> {
  if (error instanceof ApiError && errorsWithDialog.includes(error.code)) return haptic('error')
  await loadTexts('errors').catch(() => undefined)
  haptic('error')
  showToast({ text: errorText(error), tone: 'bad' })
}
