import { expect, test } from 'vitest'
import { everyNth } from '#tests/support/run/share.ts'
import { injectAxe, violations } from '#tests/support/screens/axe.ts'
import { brokenWords } from '#tests/support/screens/broken-words.ts'
import { findCutRings } from '#tests/support/screens/focus-rings.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { screens } from '#tests/support/screens/screens.ts'
import { type Appearance, openShowroom } from '#tests/support/screens/showroom.ts'
import { smallTargets } from '#tests/support/screens/touch-targets.ts'

const showroom = await openShowroom()

const cases = Object.entries(people).flatMap(([role, person]) =>
  (['light', 'dark'] as const).map((theme) => ({ role, person, theme })),
)

const lightRussian: Appearance = { theme: 'light', language: 'ru' }
/** English in the dark theme, on the narrowest phone and with enlarged text. */
const darkEnglish: Appearance = { theme: 'dark', language: 'en', width: 320, text: 1.3 }

/** JavaScript that returns the number of pixels by which the page is wider than the window. */
const overflowScript = 'document.documentElement.scrollWidth - innerWidth'

/** JavaScript that returns the first words of the elements without children that lie beside the window. */
const besideScript = `[...document.querySelectorAll('main *')]
  .filter((element) => !element.children.length && element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.textContent.slice(0, 40)).join(', ')`

// In the light theme, all accessibility rules are checked. In the dark theme, only rules about colours are checked.
// `npm run access` checks every theme.
test.each(everyNth(8, cases))(
  'the screens of $role in $theme can be used by everybody',
  async ({ person, theme }) => {
    const ownScreens = screens.filter((screen) => screen.person === person)
    const window = await showroom.open(person, theme === 'light' ? lightRussian : darkEnglish)
    await injectAxe(window.page)
    const problems: string[] = []
    for (const { name, path, act } of ownScreens) {
      await window.go(typeof path === 'string' ? path : await path(showroom))
      await act?.(window.page)
      problems.push(
        ...(await violations(window.page, theme === 'light' ? 'all' : 'colours')).map(
          (violation) => `${name}: ${violation}`,
        ),
      )
      const overflowWidth = await window.page.evaluate<number>(overflowScript)
      if (overflowWidth > 0) {
        const words = await window.page.evaluate<string>(besideScript)
        problems.push(`${name}: ${overflowWidth} px lie beside the screen: ${words}`)
      }
      if (theme === 'light')
        problems.push(...(await smallTargets(window.page)).map((target) => `${name}: ${target}`))
      // The page with samples of all components contains no texts by users, so it must contain no Russian words in
      // English.
      if (theme === 'dark' && name === 'ui')
        problems.push(...((await window.page.locator('main').innerText()).match(/[а-яё]+/gi) ?? []))
      problems.push(...(await findCutRings(window.page)).map((ring) => `${name}: ${ring}`))
    }
    await window.close()
    expect(problems).toEqual([])
    expect(window.complaints).toEqual([])
  },
)

const smallOrLarge = { 'on a phone of 320 px': { width: 320 }, 'in letters of twice their size': { text: 2 } }
// Staff read their screens on computers, where the letters have room.
const readings = Object.entries(people)
  .filter(([role]) => role !== 'admin')
  .flatMap(([role, person]) =>
    Object.entries(smallOrLarge).map(([look, size]) => ({ role, person, look, size })),
  )
test.each(everyNth(8, readings))(
  'no word of the screens of $role is broken $look, and nothing lies beside them',
  async ({ person, size }) => {
    const window = await showroom.open(person, { ...lightRussian, ...size })
    const problems: string[] = []
    for (const { name, path, act } of screens.filter((screen) => screen.person === person)) {
      await window.go(typeof path === 'string' ? path : await path(showroom))
      await act?.(window.page)
      problems.push(...(await brokenWords(window.page)).map((word) => `${name}: ${word}`))
      const overflowWidth = await window.page.evaluate<number>(overflowScript)
      if (overflowWidth > 0) problems.push(`${name}: ${overflowWidth} px lie beside the screen`)
    }
    await window.close()
    expect(problems).toEqual([])
  },
)

/** JavaScript that returns the texts of each card that lie under the icon in the card's corner. */
const underIcons = `[...document.querySelectorAll('article')].flatMap((card) => {
  const icon = card.querySelector('button svg').getBoundingClientRect()
  const isUnder = ({ right, top, bottom }) => right > icon.left && top < icon.bottom && bottom > icon.top
  return [...card.querySelectorAll('time, b')]
    .filter((words) => isUnder(words.getBoundingClientRect()))
    .map((words) => words.textContent)
})`
test('letters of twice their size leave the feed whole; a long word fits its button on a narrow screen', async () => {
  const feed = await showroom.open(people.freelancer, { theme: 'light', language: 'ru', text: 2 })
  await feed.go('/search/personal')
  await feed.page.getByRole('article').nth(2).waitFor()
  expect(await feed.page.evaluate(underIcons)).toEqual([])
  expect(await feed.page.evaluate(overflowScript)).toBe(0)
  await feed.close()

  const ownOrderWindow = await showroom.open(people.client, {
    theme: 'dark',
    language: 'ru',
    width: 320,
    text: 1.3,
  })
  await ownOrderWindow.go(`/order/${await showroom.listing('сети кофеен')}`)
  const editButton = ownOrderWindow.page.getByRole('button', { name: 'Редактировать' })
  const overflowPx = await editButton.evaluate((button: { scrollWidth: number; clientWidth: number }) => {
    return button.scrollWidth - button.clientWidth
  })
  expect(overflowPx).toBe(0)
  expect(await ownOrderWindow.page.evaluate(overflowScript)).toBe(0)
  await ownOrderWindow.close()
})

test('the formula behind a figure is shown by a link', async () => {
  const record = screens.find(({ name }) => name === 'user-record')
  if (typeof record?.path !== 'function') throw new Error('the screen of a record has no path')
  const { page, go, close } = await showroom.open(people.client, lightRussian)
  await go(await record.path(showroom))
  await record.act?.(page)
  const formula = page.getByText(/^\(ответы\s\+\s/)
  const link = page.getByRole('button', { name: 'Формула' })
  await link.waitFor()
  expect(await formula.count()).toBe(0)
  await link.click()
  await formula.waitFor()
  await close()
})
