import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const checkScript = readFileSync(join(import.meta.dirname, 'focus-rings.js'), 'utf8')

/** Returns the elements whose focus ring is cut off or invisible. */
export async function findCutRings(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  return await page.evaluate(checkScript)
}
