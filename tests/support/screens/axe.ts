import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads the accessibility checker axe into a page. `violations` needs this on each new page. */
export const injectAxe = (page: Page): Promise<unknown> => page.evaluate(axe)

/** Returns the accessibility violations of a screen, by all rules or only by the rules about colours. */
export async function violations(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  const ruleFilter = rules === 'all' ? '' : ", runOnly: ['color-contrast', 'link-in-text-block']"
  const result = (await page.evaluate(`axe.run({ resultTypes: ['violations']${ruleFilter} })`)) as AxeResults
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]}`),
  )
}
