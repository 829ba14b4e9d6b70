import { giveUpWaiting } from '#web/client/waiting.ts'
import { words } from '#web/client/words.ts'
import { providePatience } from '#web/ui/patience.ts'

/** What busy buttons and skeletons say when the server hangs; giving up ends every call that is waited for. */
export function connectPatience(): void {
  providePatience(() => ({
    text: words.t('error.slow'),
    cancel: words.t('common.cancel'),
    giveUp: giveUpWaiting,
  }))
}
