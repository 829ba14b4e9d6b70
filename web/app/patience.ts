import { cancelWaiting } from '#web/client/http/pending-calls.ts'
import { words } from '#web/client/i18n-runtime.ts'
import { provideSlowNote } from '#web/ui/slow-answer.ts'

/** Texts of the "still loading" note; its "cancel" aborts all pending calls. */
export function connectSlowNote(): void {
  provideSlowNote(() => ({
    text: words.t('error.slow'),
    cancel: words.t('common.cancel'),
    giveUp: cancelWaiting,
  }))
}
