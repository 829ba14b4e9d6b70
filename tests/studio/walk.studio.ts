import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { startWorld, type World } from '#tests/support/world.ts'
import { appUrl, cpuSlowdown, knows, threeG } from './slow-phone.ts'

/** One of the demo people, who may respond. */
const person_id = 7_000_000_031
let world: World
let browser: Browser
beforeAll(async () => {
  world = await startWorld({ roles: ['telegram', 'api'] })
  await seed(world.owner_url, { demo: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const card = (page: Page, index = 0) => page.locator('main a[href^="/order/"]').nth(index)
const opened = (page: Page) => page.getByRole('button', { name: /^Откликнуться/ }).first()

/** The personal feed on a slow telephone, its first cards on the screen. */
async function openFeed(network?: typeof threeG): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ru-RU' })
  const page = await context.newPage()
  await knows(page, person_id)
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-paints.js') })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] })
  if (network) await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(appUrl(world, person_id))
  await page.locator('html.started').waitFor({ state: 'attached', timeout: 60_000 })
  await card(page).waitFor({ timeout: 60_000 })
  return { page, session }
}

/** Milliseconds from the tap on a card to the order's own content. */
async function tapOrder(page: Page, index: number): Promise<number> {
  await card(page, index).scrollIntoViewIfNeeded()
  const from = Date.now()
  await card(page, index).click()
  await opened(page).waitFor({ timeout: 30_000 })
  return Date.now() - from
}

const back = async (page: Page) => {
  await page.goBack()
  await card(page).waitFor()
}

test('an order opens from the feed at 400 kbit/s with a delay of 400 ms', async () => {
  const { page } = await openFeed(threeG)
  const atOnce = await tapOrder(page, 0)
  await back(page)
  await page.waitForTimeout(8000)
  const prefetched = await tapOrder(page, 1)
  console.table({
    'tapped at once': { ms: atOnce, goal: 2500 },
    'prefetched while the feed was read': { ms: prefetched, goal: 1200 },
  })
  await page.context().close()
})

test('from the feed to an order and back, thirty times', async () => {
  const { page, session } = await openFeed()
  const look = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { nodes, listeners: jsEventListeners, 'heap KB': Math.round(usedSize / 1024) }
  }
  const looks: Record<string, Awaited<ReturnType<typeof look>>> = {}
  for (let round = 1; round <= 30; round++) {
    await tapOrder(page, round % 3)
    await back(page)
    // The goal is that the last looks are alike.
    if (round % 10 === 0) looks[`after ${round}`] = await look()
  }
  console.table(looks)
  await page.context().close()
})

test('what a slow telephone is busy with for longer than 50 ms', async () => {
  const { page } = await openFeed()
  await page.waitForTimeout(3000)
  // The goal is that nothing stands here, on a machine that does nothing else.
  const busy: Record<string, string> = {}
  const during = async (name: string, act: () => Promise<unknown>) => {
    await page.waitForTimeout(1000)
    await page.evaluate('seen.long = []')
    await act()
    await page.waitForTimeout(1000)
    const long = (await page.evaluate('seen.long')) as number[]
    busy[name] = long.map((ms) => `${Math.round(ms)} ms`).join(', ') || 'nothing'
  }
  await during('opening an order', () => tapOrder(page, 0))
  await during('opening the sheet of a response', async () => {
    await opened(page).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  })
  await during('typing', () =>
    page.getByRole('dialog').getByRole('textbox').first().pressSequentially('Сделаю за неделю, вот пример.', {
      delay: 30,
    }),
  )
  console.table(busy)
  expect(Object.keys(busy)).toHaveLength(3)
  await page.context().close()
})
