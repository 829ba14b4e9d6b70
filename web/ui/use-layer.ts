import { useEffect, useRef } from 'react'
import { openLayer } from './layers.ts'

/** Registers a sheet or dialog while it is open. Back calls the latest `close` function. */
export function useLayer(open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (open ? openLayer({ close: () => latest.current() }) : undefined), [open])
}
