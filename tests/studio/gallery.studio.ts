import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRehearsal } from '#tests/support/run/share.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { screens } from '#tests/support/screens/screens.ts'
import { type Appearance, openShowroom } from '#tests/support/screens/showroom.ts'

const folder = 'test-output/gallery'
const main = [
  'feed',
  'client-home',
  'order-own-published',
  'order-own-in-progress',
  'order-compare',
  'chat-quote',
  'chat-files',
  'user',
  'orders',
  'order',
  'order-responses',
  'order-create',
  'responses',
  'listings',
  'chat-room',
  'profile',
  'freelancers',
]
const allAppearances: [string, Appearance][] = [
  ['light-ru', { theme: 'light', language: 'ru' }],
  ['dark-ru', { theme: 'dark', language: 'ru' }],
  ['light-en', { theme: 'light', language: 'en' }],
  ['dark-en', { theme: 'dark', language: 'en' }],
]
const narrowAppearances: [string, Appearance][] = [
  ['narrow-ru', { theme: 'light', language: 'ru', width: 320 }],
  ['large-ru', { theme: 'light', language: 'ru', text: 1.3 }],
  ['narrow-large-ru', { theme: 'dark', language: 'ru', width: 320, text: 1.3 }],
  ['huge-ru', { theme: 'light', language: 'ru', text: 2 }],
]
/** Staff also use wide windows, so their screens are shown in these sizes too. */
const wideAppearances: [string, Appearance][] = [
  ['wide-light-ru', { theme: 'light', language: 'ru', width: 1280, height: 900 }],
  ['wide-dark-ru', { theme: 'dark', language: 'ru', width: 1280, height: 900 }],
  ['wide-light-en', { theme: 'light', language: 'en', width: 1280, height: 900 }],
  ['wide-dark-en', { theme: 'dark', language: 'en', width: 1280, height: 900 }],
]
const onlyScreens = isRehearsal ? 'settings' : process.env.ONLY_SCREENS
const appearances = isRehearsal
  ? narrowAppearances.slice(0, 1)
  : [...allAppearances, ...narrowAppearances, ...wideAppearances]
const showroom = await openShowroom()

test.each(appearances)('%s', async (name, appearance) => {
  await mkdir(join(folder, name), { recursive: true })
  const isWide = name.startsWith('wide')
  const isPlain = isWide || (!appearance.width && !appearance.text)
  const chosenScreens = screens
    .filter((screen) => !isWide || screen.name.startsWith('admin-'))
    .filter((screen) =>
      onlyScreens ? screen.name.includes(onlyScreens) : isPlain || main.includes(screen.name),
    )
  const problems: string[] = []
  for (const person of Object.values(people)) {
    const personScreens = chosenScreens.filter((screen) => screen.person === person)
    if (personScreens.length === 0) continue
    const window = await showroom.open(person, appearance)
    for (const { name: screen, path, act } of personScreens) {
      try {
        await window.go(typeof path === 'string' ? path : await path(showroom))
        await act?.(window.page)
      } catch (error) {
        problems.push(`${screen}: ${(error as Error).message.split('\n')[0]}`)
      }
      await window.photograph(join(folder, name, `${screen}.png`))
    }
    problems.push(...window.complaints)
    await window.close()
  }
  expect(problems).toEqual([])
})
