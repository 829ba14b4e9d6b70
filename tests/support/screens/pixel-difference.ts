import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const folder = path.join(import.meta.dirname, '../../journeys/baselines')
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
export async function differenceFrom(name: string, page: Page): Promise<number> {
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
