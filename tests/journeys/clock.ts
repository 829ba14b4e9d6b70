import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Stops the clock of a page and its frames; only `page.clock.runFor` moves it. Checks in milliseconds then do not
 * depend on the machine's speed.
 */
export async function stopClock({ clock }: Page): Promise<void> {
  await clock.install()
  await clock.pauseAt(Date.now() + 5000)
}

/**
 * Polls for an expected state while moving the page's clock by at most `turnsMs`: the page needs timers to run. Real
 * time is not limited to that.
 */
export async function pollWithClock(
  { clock }: Page,
  isReached: () => Promise<boolean>,
  turnsMs = 20,
): Promise<void> {
  let attempts = 0
  await expect
    .poll(
      async () => {
        if (await isReached()) return true
        if (attempts++ < turnsMs) await clock.runFor(1)
        return false
      },
      { timeout: 15_000, interval: 25 },
    )
    .toBe(true)
}
