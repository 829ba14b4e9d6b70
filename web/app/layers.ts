import { takeBack, verticalSwipes } from '#web/telegram/index.ts'
import { provideLayers } from '#web/ui/layers.ts'

/** While a sheet or dialog is open, Back closes it and a downward drag does not close the app. */
export function connectLayers(): void {
  let open = 0
  provideLayers(({ close }) => {
    const giveBack = takeBack(close)
    if (open++ === 0) verticalSwipes(false)
    return () => {
      giveBack()
      if (--open === 0) verticalSwipes(true)
    }
  })
}
