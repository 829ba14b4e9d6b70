import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const look = readFileSync(join(import.meta.dirname, 'touch-targets.js'), 'utf8')

/** What a finger would miss on the screen as it stands. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(look)
}
