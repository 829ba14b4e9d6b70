import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const checkScript = readFileSync(join(import.meta.dirname, 'touch-targets.js'), 'utf8')

/** Returns the buttons and links that are too small to be tapped, on the current screen. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(checkScript)
}
