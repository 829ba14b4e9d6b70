import { useEffect } from 'react'

/** Runs what nothing on the screen waits for. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run, 500)

/** Brings what the page's main act needs before it is pressed: by then there may be no network. @param bring is called once */
export function useAhead(isWanted: boolean, bring: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same files are brought, whichever function names them
  useEffect(() => {
    if (isWanted) whenIdle(bring)
  }, [isWanted])
}
