import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { hideLoader } from './loader.ts'

/**
 * Time after which the loader is hidden even if the first screen still loads. The screen then shows its own
 * placeholders.
 */
const timeoutMs = 5000

/** Hides the loader when the first screen and its data have loaded. */
export function FirstScreenReady({ onReady }: { onReady: () => void }) {
  const isLoading = useIsFetching() > 0
  const isReported = useRef(false)
  useEffect(() => {
    const ready = () => {
      if (isReported.current) return
      isReported.current = true
      hideLoader()
      onReady()
    }
    const timer = setTimeout(ready, isLoading ? timeoutMs : 0)
    return () => clearTimeout(timer)
  }, [isLoading, onReady])
  return null
}
