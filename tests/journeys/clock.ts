import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Stops the clock of a page and its frames, or of all pages of a context. Only `page.clock.runFor` moves the clock, so checks in milliseconds do not
 * depend on the machine's speed.
 */
export async function stopClock({ clock }: Pick<Page, 'clock'>): Promise<void> {
  await clock.install()
  await clock.pauseAt(Date.now() + 5000)
}

/**
 * Polls until a state is reached. Moves the page's stopped clock by at most `turnsMs` meanwhile, because the page needs
 * its timers. Real time may be longer.
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
