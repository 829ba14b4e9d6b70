import { createContext, useRef, useState } from 'react'

/** Label of the button that closes a sheet, in the language of the application. */
export const SheetGripLabel = createContext('')

/** State of a sheet that is mounted only while visible, including its closing animation. */
export function useSheet() {
  const [state, setState] = useState<'away' | 'open' | 'closing'>('away')
  const afterwards = useRef<(() => void) | undefined>(undefined)
  /** `then` runs after the sheet has closed, for example to open a dialog. */
  const close = (then?: () => void) => {
    afterwards.current = then
    setState('closing')
  }
  return {
    isMounted: state !== 'away',
    open: () => setState('open'),
    close,
    props: {
      open: state === 'open',
      onClose: () => close(),
      onClosed: () => {
        setState('away')
        afterwards.current?.()
        afterwards.current = undefined
      },
    },
  }
}
