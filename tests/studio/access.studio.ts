import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { themes } from '#stand-ins/telegram/themes.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { injectAxe, violations } from '#tests/support/screens/axe.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { type Screen, screens } from '#tests/support/screens/screens.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom()
const everyAppearance = themes.flatMap(({ id: theme }) => languages.map((language) => ({ theme, language })))
const appearances = isRehearsal ? everyAppearance.slice(0, 1) : everyAppearance
const shownScreens = isRehearsal ? screens.filter(({ name }) => name === 'feed') : screens
/** People for whom at least one screen is checked. Only these people need a window. */
const shownPeople = Object.values(people).filter((person) =>
  shownScreens.some((one) => one.person === person),
)
const rulesOf = (theme: string) => (theme === 'light' ? 'all' : 'colours')
const pathOf = ({ path }: Screen) => (typeof path === 'string' ? path : path(showroom))

test.each(appearances)('every screen in $theme, $language', async (appearance) => {
  const problems: string[] = []
  for (const person of shownPeople) {
    const window = await showroom.open(person, appearance)
    await injectAxe(window.page)
    for (const screen of shownScreens.filter((one) => one.person === person)) {
      await window.go(await pathOf(screen))
      await screen.act?.(window.page)
      const screenViolations = await violations(window.page, rulesOf(appearance.theme))
      problems.push(...screenViolations.map((violation) => `${screen.name}: ${violation}`))
    }
    await window.close()
  }
  expect(problems).toEqual([])
})

test.each(appearances)('every screen while it loads in $theme, $language', async (appearance) => {
  const problems: string[] = []
  for (const person of shownPeople) {
    const window = await showroom.open(person, appearance)
    await injectAxe(window.page)
    await window.page.route(/\/(api|chat|pay|admin)\//, (route) =>
      ['fetch', 'xhr'].includes(route.request().resourceType()) ? undefined : route.continue(),
    )
    for (const screen of shownScreens.filter((one) => one.person === person)) {
      await goToPath(window.page, await pathOf(screen))
      const screenViolations = await violations(window.page, rulesOf(appearance.theme))
      problems.push(...screenViolations.map((violation) => `${screen.name}: ${violation}`))
    }
    await window.close()
  }
  expect(problems).toEqual([])
})

/** Navigates to a screen without waiting for data, because its data never arrives. */
async function goToPath(page: Page, path: string): Promise<void> {
  const go = `history.pushState({ idx: 1, key: '${path}' }, '', '${path}'); dispatchEvent(new Event('popstate'))`
  await page.evaluate(go)
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(100)
}
