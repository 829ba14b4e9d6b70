import { useEffect, useRef } from 'react'
import { openLayer } from './layers.ts'

/** Holds the layer while it is open; Back calls the newest `close`. */
export function useLayer(open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (open ? openLayer({ close: () => latest.current() }) : undefined), [open])
}
