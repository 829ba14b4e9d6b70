import { errorText, needTexts } from '#web/client/i18n.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

/** Tells in one sentence why an act did not succeed. */
export async function showFailure(error: unknown): Promise<void> {
  await needTexts('errors').catch(() => undefined)
  haptic('error')
  showToast({ text: errorText(error), tone: 'bad' })
}
