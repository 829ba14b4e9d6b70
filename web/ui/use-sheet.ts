import { createContext, useRef, useState } from 'react'

/** Label of the button that closes a sheet, in the language of the application. */
export const SheetGripLabel = createContext('')

/** State of a sheet that is mounted only while it is visible, including its closing animation. */
export function useSheet() {
  const [state, setState] = useState<'away' | 'open' | 'closing'>('away')
  const actAfterClose = useRef<(() => void) | undefined>(undefined)
  /** Closes the sheet. `afterClose` runs after the animation, for example to open a dialog. */
  const closeSheet = (afterClose?: () => void) => {
    actAfterClose.current = afterClose
    setState('closing')
  }
  return {
    isMounted: state !== 'away',
    open: () => setState('open'),
    close: closeSheet,
    props: {
      open: state === 'open',
      // A press on the grip while the sheet is closing must not drop what is to run afterwards.
      onClose: () => setState('closing'),
      onClosed: () => {
        setState('away')
        actAfterClose.current?.()
        actAfterClose.current = undefined
      },
    },
  }
}
