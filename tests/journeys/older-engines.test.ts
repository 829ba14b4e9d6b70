import { expect, test } from 'vitest'
import { emulateOldestEngine } from '#tests/engines/older-chromium.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { screens } from '#tests/support/screens/screens.ts'
import { type Appearance, openShowroom } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom()
const viewOptions: Appearance = { theme: 'light', language: 'ru', prepare: emulateOldestEngine }
const overflowScript = 'document.documentElement.scrollWidth - innerWidth'

// A short run checks some of the demo people. The full run checks all people and all screens.
test.each(everyNth(5, Object.entries(people)))(
  'all screens of %s start in the oldest engines that count',
  async (_role, person) => {
    const window = await showroom.open(person, viewOptions)
    const problems: string[] = []
    for (const { name, path, act } of screens.filter((screen) => screen.person === person)) {
      await window.go(typeof path === 'string' ? path : await path(showroom))
      await act?.(window.page)
      if (process.env.SHOW_OLDER) await window.photograph(`test-output/older/${name}.png`)
      // The product's texts contain non-breaking spaces, which are replaced by ordinary ones.
      const screenText = (await window.page.locator('main').first().innerText()).replaceAll('\u00a0', ' ')
      // The page with samples of all components shows error messages on purpose.
      if (name !== 'ui' && /^Часть приложения не догрузилась|^Ошибка$/m.test(screenText))
        problems.push(`${name} is an error: ${screenText.slice(0, 80)}`)
      const overflowWidth = await window.page.evaluate<number>(overflowScript)
      if (overflowWidth > 0) problems.push(`${name}: ${overflowWidth} px lie beside the screen`)
    }
    await window.close()
    expect(problems).toEqual([])
    expect(window.complaints).toEqual([])
  },
)
