import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { screens } from '#tests/support/screens/screens.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

const folder = path.join(import.meta.dirname, 'baselines')
const output = 'test-output/pixels'
/** Differences in colour below this threshold are invisible. The smoothed edges of letters are ignored as well. */
const threshold = 0.2

async function pixels(file: string) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Compares a screenshot with its approved baseline. Saves the screenshot and the differences in test-output/pixels.
 * With UPDATE_BASELINES=1 the screenshot becomes the baseline.
 * @returns the share of pixels that differ; 1 if the sizes differ
 */
async function differenceFrom(name: string, page: Page): Promise<number> {
  const takenFile = path.join(output, `${name}.png`)
  await page.screenshot({ path: takenFile })
  const file = path.join(folder, `${name}.png`)
  if (process.env.UPDATE_BASELINES === '1') {
    await mkdir(folder, { recursive: true })
    // A palette of 128 colours is enough for the flat colours of the screens, and keeps the files small.
    await sharp(takenFile).png({ palette: true, colours: 128, dither: 0 }).toFile(file)
    return 0
  }
  if (!existsSync(file)) throw new Error(`${file} is missing: approve it with UPDATE_BASELINES=1`)
  const [approved, present] = [await pixels(file), await pixels(takenFile)]
  const { width, height } = present
  if (approved.width !== width || approved.height !== height) return 1
  const changes = new Uint8Array(width * height * 4)
  const count = pixelmatch(approved.data, present.data, changes, width, height, { threshold })
  if (count > 0)
    await sharp(changes, { raw: { width, height, channels: 4 } }).toFile(
      path.join(output, `${name}.diff.png`),
    )
  return count / (width * height)
}

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
