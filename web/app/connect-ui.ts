import { cancelWaiting } from '#web/client/http/pending-calls.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { holdSwipes, takeBack } from '#web/telegram/index.ts'
import { provideLayers } from '#web/ui/layers.ts'
import { provideSlowNote } from '#web/ui/slow-answer.ts'

/** Makes Back close the topmost sheet or dialog. While one is open, a swipe down does not close the app. */
export function connectLayers(): void {
  provideLayers(({ close }) => {
    const giveBack = takeBack(close)
    const releaseSwipes = holdSwipes()
    return () => {
      giveBack()
      releaseSwipes()
    }
  })
}

/** Provides the texts of the "still loading" note. Its "cancel" button aborts all pending API calls. */
export function connectSlowNote(): void {
  provideSlowNote(() => ({
    text: translations.t('error.slow'),
    cancel: translations.t('common.cancel'),
    cancelCalls: cancelWaiting,
  }))
}
