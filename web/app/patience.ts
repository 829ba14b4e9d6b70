import { giveUpWaiting } from '#web/client/waiting.ts'
import { words } from '#web/client/words.ts'
import { providePatience } from '#web/ui/patience.ts'

/** Texts of the "still loading" note; its "cancel" aborts all pending calls. */
export function connectPatience(): void {
  providePatience(() => ({
    text: words.t('error.slow'),
    cancel: words.t('common.cancel'),
    giveUp: giveUpWaiting,
  }))
}
