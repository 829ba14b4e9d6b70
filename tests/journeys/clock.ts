import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Stops the clock of a page and of the pages in it: it moves only by `page.clock.runFor`, so what a test says about
 * milliseconds does not depend on the machine, and what comes too late never comes.
 */
export async function stopClock({ clock }: Page): Promise<void> {
  await clock.install()
  await clock.pauseAt(Date.now() + 5000)
}

/**
 * Waits, as long as the machine needs, for what has to be there within the page's next turns: to them much is put
 * off, so the clock has to move, but by no more than `turnsMs`.
 */
export async function soon({ clock }: Page, seen: () => Promise<boolean>, turnsMs = 20): Promise<void> {
  let moved = 0
  await expect
    .poll(
      async () => {
        if (await seen()) return true
        if (moved++ < turnsMs) await clock.runFor(1)
        return false
      },
      { timeout: 15_000, interval: 25 },
    )
    .toBe(true)
}
