import { expect, test } from 'vitest'
import { differenceFrom } from '#tests/support/screens/pixel-difference.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { screens } from '#tests/support/screens/screens.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

/** The most used screens. If a screen changes, a developer reviews the change before approving a new baseline. */
const comparedScreenNames = [
  'first-start',
  'client-home',
  'client-home-empty',
  'order-own-in-progress',
  'order-executor',
  'category-sheet',
  'feed',
  'orders',
  'order',
  'order-responses',
  'order-create',
  'listings',
  'responses',
  'chat-room',
  'profile',
  'freelancers',
]
const tolerance = 0.005
/** JavaScript that returns true once all pictures within the screen are there. */
const arePicturesShown = `[...document.images].every((image) => {
  const { top, bottom, left, right } = image.getBoundingClientRect()
  const isShown = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return image.complete || !isShown
})`
const showroom = await openShowroom()

test.each(Object.entries(people))('the main screens of %s look as approved', async (role, person) => {
  const ownScreens = screens.filter(
    (screen) => screen.person === person && comparedScreenNames.includes(screen.name),
  )
  if (ownScreens.length === 0) return
  const window = await showroom.open(person, {
    theme: role === 'freelancer' ? 'light' : 'dark',
    language: 'ru',
  })
  const differences: [string, number][] = []
  for (const { name, path, act } of ownScreens) {
    await window.go(typeof path === 'string' ? path : await path(showroom))
    await act?.(window.page)
    await window.page.waitForFunction(arePicturesShown)
    differences.push([name, await differenceFrom(name, window.page)])
  }
  await window.close()
  expect(differences.filter(([, share]) => share > tolerance)).toEqual([])
})
