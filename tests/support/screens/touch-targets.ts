import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const checkScript = readFileSync(join(import.meta.dirname, 'touch-targets.js'), 'utf8')

/** Touch targets that are too small on the present screen. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(checkScript)
}
