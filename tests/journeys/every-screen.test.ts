import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { people, screens } from '#tests/support/screens.ts'
import { openShowroom } from '#tests/support/showroom.ts'
import { smallTargets } from '#tests/support/touch-targets.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const showroom = await openShowroom()

/** All rules in light; in dark what a theme can break. */
const rules = { light: '', dark: ", runOnly: ['color-contrast', 'link-in-text-block']" }

async function violations(page: Page, theme: keyof typeof rules): Promise<string[]> {
  const call = `axe.run({ resultTypes: ['violations']${rules[theme]} })`
  const result = (await page.evaluate(call)) as AxeResults
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]}`),
  )
}

const cases = Object.entries(people).flatMap(([role, person]) =>
  (['light', 'dark'] as const).map((theme) => ({ role, person, theme })),
)

test.each(cases)('the screens of $role in $theme can be used by everybody', async ({ person, theme }) => {
  const own = screens.filter((screen) => screen.person === person)
  const window = await showroom.open(person, { theme, language: theme === 'light' ? 'ru' : 'en' })
  await window.page.evaluate(axe)
  const found: string[] = []
  for (const { name, path, act } of own) {
    await window.go(typeof path === 'string' ? path : await path(showroom))
    await act?.(window.page)
    found.push(...(await violations(window.page, theme)).map((violation) => `${name}: ${violation}`))
    if (theme === 'light')
      found.push(...(await smallTargets(window.page)).map((target) => `${name}: ${target}`))
  }
  await window.close()
  expect(found).toEqual([])
  expect(window.complaints).toEqual([])
})
