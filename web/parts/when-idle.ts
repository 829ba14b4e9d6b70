import { useEffect } from 'react'

/** Runs a task that nothing on the screen waits for. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run, 500)

/**
 * Preloads what the page's main action needs, since the connection may be lost by then. @param load called
 * once
 */
export function usePreload(isWanted: boolean, load: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every `bring` loads the same files
  useEffect(() => {
    if (isWanted) whenIdle(load)
  }, [isWanted])
}
