import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchData } from '#tests/support/people/launch-data.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import type { World } from '#tests/support/servers/world.ts'

/** Measurements of one page load: times in milliseconds since the navigation, and transferred bytes. */
export type Opening = {
  bytes: number
  script_bytes: number
  lcp: number
  /** Time at which the first card is visible and not covered by the loading screen; null if no card becomes visible. */
  first_card: number | null
  tbt: number
  cls: number
}

type PaintTimes = { lcp: number; tbt: number; cls: number; card: number | null }

/** Chromium's profile of a slow 4G network. The processor is also slowed down to a quarter of this machine's speed. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
export const cpuSlowdown = 4

/** A slow 3G network with 400 kbit/s in both directions and 400 ms of latency. A rehearsal uses a faster network. */
export const threeG = {
  offline: false,
  latency: isRehearsal ? 10 : 400,
  downloadThroughput: (isRehearsal ? 40_000_000 : 400_000) / 8,
  uploadThroughput: (isRehearsal ? 40_000_000 : 400_000) / 8,
}

/** URL with which Telegram opens the mini-app, with signed launch data of a demo person. */
export function appUrl(world: World, id: number): string {
  const account = { id, first_name: 'Мария', language_code: 'ru' }
  const hash = new URLSearchParams({
    tgWebAppData: launchData(account, world.env.BOT_TOKEN ?? '', new Date()),
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: '{"bg_color":"#ffffff","text_color":"#000000"}',
  })
  return `${world.api}/#${hash}`
}

/** Stores the person's language in the browser, so that the mini-app does not ask for the language. */
export const waitForViewer = (page: Page, person_id: number): Promise<unknown> =>
  page.addInitScript((id) => globalThis.localStorage.setItem(`otklik:language:${id}`, 'ru'), person_id)

/** Opens the page on a simulated slow phone with an empty cache. Measures for `watchMs` milliseconds after the load. */
export async function openSlowly(
  browser: Browser,
  url: string,
  { person_id, watchMs }: { person_id: number; watchMs: number },
): Promise<Opening> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'ru-RU',
  })
  const page = await context.newPage()
  await waitForViewer(page, person_id)
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-paints.js') })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  // Blocks web fonts, because phones have fonts of their own.
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const scripts = new Set<string>()
  let bytes = 0
  let script_bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) script_bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'load' })
  const paints = await watchPaints(page, watchMs)
  await context.close()
  return { bytes, script_bytes, lcp: paints.lcp, first_card: paints.card, tbt: paints.tbt, cls: paints.cls }
}

async function watchPaints(page: Page, ms: number): Promise<PaintTimes> {
  await page.waitForTimeout(ms)
  return page.evaluate(() => (globalThis as unknown as { seen: PaintTimes }).seen)
}
