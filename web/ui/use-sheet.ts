import { useRef, useState } from 'react'

/** A sheet that is mounted only while it can be seen; its closing movement keeps it a little longer. */
export function useSheet() {
  const [state, setState] = useState<'away' | 'open' | 'closing'>('away')
  const afterwards = useRef<(() => void) | undefined>(undefined)
  /** What has to wait until the sheet is gone, e.g. a dialog, comes as `then`. */
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
