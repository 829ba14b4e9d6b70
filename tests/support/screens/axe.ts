import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Lets `violations` be asked of a page, on whatever screen it is. */
export const bringAxe = (page: Page): Promise<unknown> => page.evaluate(axe)

/** What of a screen not everybody can use: all rules, or those alone that the colours of a theme can break. */
export async function violations(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  const only = rules === 'all' ? '' : ", runOnly: ['color-contrast', 'link-in-text-block']"
  const result = (await page.evaluate(`axe.run({ resultTypes: ['violations']${only} })`)) as AxeResults
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]}`),
  )
}
