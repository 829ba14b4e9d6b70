import i18next from 'i18next'
import { giveUpWaiting } from '#web/client/waiting.ts'
import { providePatience } from '#web/ui/patience.ts'

/** What busy buttons and skeletons say when the server hangs; giving up ends every call that is waited for. */
export function connectPatience(): void {
  providePatience(() => ({
    text: i18next.t('error.slow'),
    cancel: i18next.t('common.cancel'),
    giveUp: giveUpWaiting,
  }))
}
