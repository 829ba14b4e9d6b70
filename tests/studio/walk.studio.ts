import { join } from 'node:path'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { openBrowser } from '#tests/support/screens/browser.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { median, missed } from './goals.ts'
import { appUrl, cpuSlowdown, knows, threeG } from './slow-phone.ts'
import { longestTask } from './tasks.ts'

/** A demo person who may respond. */
const person_id = 5_000_000_000_000_031
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
const respond = (page: Page) => page.getByRole('button', { name: /^Откликнуться/ }).first()
/** Opens the personal feed on a slow phone and waits for its first cards. */
async function openFeed(
  network?: typeof threeG,
  rate = cpuSlowdown,
): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ru-RU' })
  const page = await context.newPage()
  await knows(page, person_id)
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-paints.js') })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] })
  if (network) await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(appUrl(world, person_id))
  await page.locator('html.started').waitFor({ state: 'attached', timeout: 60_000 })
  await card(page).waitFor({ timeout: 60_000 })
  return { page, session }
}

/** A value recorded in the page by watch-paints.js. */
const noted = (page: Page, name: 'tap' | 'button') =>
  page
    .waitForFunction(
      (what) => (globalThis as unknown as { seen: Record<string, number | null> }).seen[what],
      name,
      { timeout: 30_000 },
    )
    .then((value) => value.jsonValue() as Promise<number>)

/** Milliseconds from a tap on a card to the frame with the order's content. */
async function tapOrder(page: Page, index: number): Promise<number> {
  await card(page, index).scrollIntoViewIfNeeded()
  await page.evaluate('watchButton(/^(Откликнуться|Вы откликнулись)/)')
  await card(page, index).click()
  return noted(page, 'button')
}

const back = async (page: Page) => {
  await page.goBack()
  await card(page).waitFor()
}

test('an order opens from the feed at 400 kbit/s with a delay of 400 ms', async () => {
  const { page } = await openFeed(threeG, 1)
  const atOnce = await tapOrder(page, 1)
  await back(page)
  await page.waitForTimeout(8000)
  const first = await tapOrder(page, 0)
  await back(page)
  const next = await tapOrder(page, 2)
  const goals = [
    { name: 'an order tapped at once', is: atOnce, most: 2500, unit: 'ms' },
    { name: 'the first order, prefetched while the feed was read', is: first, most: 1200, unit: 'ms' },
    { name: 'another one, whose page has come', is: next, most: 1200, unit: 'ms' },
  ]
  console.table(goals)
  await page.context().close()
  expect(missed(goals), 'goals that were missed').toEqual([])
})

/** Milliseconds from a tap to the first visible change. */
async function answered(page: Page, control: Locator): Promise<number> {
  await control.waitFor({ timeout: 30_000 })
  await page.evaluate('watchTap()')
  await control.click()
  return noted(page, 'tap')
}

test('every tap is answered at 400 kbit/s with a delay of 400 ms', async () => {
  const { page } = await openFeed(threeG, 1)
  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  const filters = page.getByRole('dialog')
  const taps: Record<string, number> = {}
  taps['a heart'] = await answered(page, button(/^(В избранное|Убрать из избранного)$/))
  taps['the filters, whose code is not there'] = await answered(page, button(/^Фильтры/))
  await filters.waitFor({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await filters.waitFor({ state: 'detached' })
  taps['an order'] = await answered(page, card(page))
  taps['a response'] = await answered(page, respond(page))
  await page.context().close()
  const goals = Object.entries(taps).map(([name, is]) => ({
    name: `a tap on ${name}`,
    is,
    most: 100,
    unit: 'ms',
  }))
  console.table(goals)
  expect(missed(goals), 'goals that were missed').toEqual([])
})

test('from the feed to an order and back, thirty times', async () => {
  const { page, session } = await openFeed()
  const look = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { nodes, listeners: jsEventListeners, 'heap KB': Math.round(usedSize / 1024) }
  }
  const looks: Awaited<ReturnType<typeof look>>[] = []
  for (let round = 1; round <= 30; round++) {
    await tapOrder(page, round % 3)
    await back(page)
    if (round % 10 === 0) looks.push(await look())
  }
  console.table({ 'after 10': looks[0], 'after 20': looks[1], 'after 30': looks[2] })
  await page.context().close()
  // Nothing leaks: growth of the last ten rounds is within what the garbage collector has not freed yet.
  const grown = (name: 'nodes' | 'listeners' | 'heap KB') =>
    100 * ((looks[2]?.[name] ?? Number.NaN) / (looks[1]?.[name] ?? Number.NaN) - 1)
  const goals = (['nodes', 'listeners', 'heap KB'] as const).map((name) => {
    return { name: `growth of ${name} from 20 to 30 rounds`, is: grown(name), most: 5, unit: '%' }
  })
  expect(missed(goals), 'goals that were missed').toEqual([])
})

/** Uses the median of three openings, because of other load on the machine. */
const openings = 3

test('what a slow telephone is busy with for longer than 50 ms', async () => {
  const busy: Record<string, number[]> = {}
  for (let opening = 1; opening <= openings; opening++) {
    const { page } = await openFeed()
    await page.waitForTimeout(3000)
    const during = async (name: string, act: () => Promise<unknown>) => {
      await page.waitForTimeout(1000)
      busy[name] = [...(busy[name] ?? []), await longestTask(browser, page, act)]
    }
    const letter = page.getByRole('dialog').getByRole('textbox').first()
    await during('opening an order', () => tapOrder(page, 0))
    await during('opening the sheet of a response', async () => {
      await respond(page).click()
      await letter.waitFor()
    })
    await during('typing', () => letter.pressSequentially('Сделаю за неделю, вот пример.', { delay: 30 }))
    await page.context().close()
  }
  const goals = Object.entries(busy).map(([name, times]) => {
    return { name: `the longest task while ${name}`, is: median(times), most: 50, unit: 'ms' }
  })
  console.table(busy)
  console.table(goals)
  expect(missed(goals), 'goals that were missed').toEqual([])
})
