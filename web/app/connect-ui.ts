import { cancelWaiting } from '#web/client/http/pending-calls.ts'
import { words } from '#web/client/i18n-runtime.ts'
import { holdSwipes, takeBack } from '#web/telegram/index.ts'
import { provideLayers } from '#web/ui/layers.ts'
import { provideSlowNote } from '#web/ui/slow-answer.ts'

/** Makes Back close the topmost sheet or dialog, and keeps a swipe down from closing the app meanwhile. */
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

/** Texts of the "still loading" note; its "cancel" aborts all pending calls. */
export function connectSlowNote(): void {
  provideSlowNote(() => ({
    text: words.t('error.slow'),
    cancel: words.t('common.cancel'),
    giveUp: cancelWaiting,
  }))
}
