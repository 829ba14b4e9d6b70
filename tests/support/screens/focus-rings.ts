import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const look = readFileSync(join(import.meta.dirname, 'focus-rings.js'), 'utf8')

/** Where the focus could not be seen whole. */
export async function cutRings(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  return await page.evaluate(look)
}
