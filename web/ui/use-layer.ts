import { useEffect, useRef } from 'react'
import { openLayer } from './layers.ts'

/** Registers a layer while it is open; Back calls the latest `close`. */
export function useLayer(open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (open ? openLayer({ close: () => latest.current() }) : undefined), [open])
}
