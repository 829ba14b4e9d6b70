import { useEffect } from 'react'

/** Runs a task when the browser is idle. Nothing on the screen may wait for the task. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run, 500)

/**
 * Preloads the code that the page's main action needs, because the connection may be lost when the user acts.
 * @param load called once
 */
export function usePreload(isWanted: boolean, load: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every `bring` loads the same files
  useEffect(() => {
    if (isWanted) whenIdle(load)
  }, [isWanted])
}
