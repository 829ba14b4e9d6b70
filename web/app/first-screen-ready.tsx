import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { hideLoader } from './loader.ts'

/** On a slow network the screen's own skeletons take over. */
const patienceMs = 5000

/** Stands beside a screen: lets the loader go when the screen is there and its data has come. */
export function FirstScreenReady({ onReady }: { onReady: () => void }) {
  const isLoading = useIsFetching() > 0
  const done = useRef(false)
  useEffect(() => {
    const ready = () => {
      if (done.current) return
      done.current = true
      hideLoader()
      onReady()
    }
    const timer = setTimeout(ready, isLoading ? patienceMs : 0)
    return () => clearTimeout(timer)
  }, [isLoading, onReady])
  return null
}
