import { holdSwipes, takeBack } from '#web/telegram/index.ts'
import { provideLayers } from '#web/ui/layers.ts'

/** While a layer is open, Back closes it and a swipe down does not close the app. */
export function connectLayers(): void {
  provideLayers(({ close }) => {
    const giveBack = takeBack(close)
    const letGo = holdSwipes()
    return () => {
      giveBack()
      letGo()
    }
  })
}
