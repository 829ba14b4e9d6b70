import { join } from 'node:path'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { openBrowser } from '#tests/support/screens/browser.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { describeMissedGoals, median } from './goals.ts'
import { appUrl, cpuSlowdown, threeG, waitForViewer } from './slow-phone.ts'
import { longestTask } from './tasks.ts'

/** A demo person with the right to respond. */
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
const respondButton = (page: Page) => page.getByRole('button', { name: /^Откликнуться/ }).first()
/** Opens the personal feed on a simulated slow phone and waits for its first cards. */
async function openFeed(
  network?: typeof threeG,
  rate = cpuSlowdown,
): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ru-RU' })
  const page = await context.newPage()
  await waitForViewer(page, person_id)
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-paints.js') })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (network) await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  // A slowed-down page on a busy machine takes longer than the usual 30 s.
  await page.goto(appUrl(world, person_id), { timeout: 120_000 })
  await page.locator('html.started').waitFor({ state: 'attached', timeout: 60_000 })
  await card(page)
    .waitFor({ timeout: 60_000 })
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\nThe screen says: ${await page.locator('body').innerText()}`)
    })
  return { page, session }
}

/** Reads a value that watch-paints.js has recorded in the page. */
const readRecorded = (page: Page, name: 'tap' | 'button') =>
  page
    .waitForFunction(
      (key) => (globalThis as unknown as { seen: Record<string, number | null> }).seen[key],
      name,
      { timeout: 30_000 },
    )
    .then((value) => value.jsonValue() as Promise<number>)

/** Returns the milliseconds from a tap on a card until the order's content is drawn. */
async function tapOrder(page: Page, index: number): Promise<number> {
  await card(page, index).scrollIntoViewIfNeeded()
  await page.evaluate('watchButton(/^(Откликнуться|Вы откликнулись)/)')
  await card(page, index).click()
  return readRecorded(page, 'button')
}

const goBackToFeed = async (page: Page) => {
  await page.goBack()
  await card(page).waitFor()
}

test('an order opens from the feed at 400 kbit/s with a delay of 400 ms', async () => {
  const { page } = await openFeed(threeG, 1)
  const tappedAtOnce = await tapOrder(page, 1)
  await goBackToFeed(page)
  await page.waitForTimeout(isRehearsal ? 1000 : 8000)
  const firstOrder = await tapOrder(page, 0)
  await goBackToFeed(page)
  const secondOpeningMs = await tapOrder(page, 2)
  const goals = [
    { name: 'an order tapped at once', is: tappedAtOnce, limit: 2500, unit: 'ms' },
    { name: 'the first order, prefetched while the feed was read', is: firstOrder, limit: 1200, unit: 'ms' },
    { name: 'another one, whose page has come', is: secondOpeningMs, limit: 1200, unit: 'ms' },
  ]
  console.table(goals)
  await page.context().close()
  expect(describeMissedGoals(goals), 'goals that were missed').toEqual([])
})

/** Returns the milliseconds from a tap until the first visible change. */
async function timeFirstChange(page: Page, control: Locator): Promise<number> {
  await control.waitFor({ timeout: 30_000 })
  await page.evaluate('watchTap()')
  await control.click()
  return readRecorded(page, 'tap')
}

test('every tap is answered at 400 kbit/s with a delay of 400 ms', async () => {
  const { page } = await openFeed(threeG, 1)
  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  const filters = page.getByRole('dialog')
  const tapTimes: Record<string, number> = {}
  tapTimes['a heart'] = await timeFirstChange(page, button(/^(В избранное|Убрать из избранного)$/))
  tapTimes['the filters, whose code is not there'] = await timeFirstChange(page, button(/^Фильтры/))
  await filters.waitFor({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await filters.waitFor({ state: 'detached' })
  tapTimes['an order'] = await timeFirstChange(page, card(page))
  tapTimes['a response'] = await timeFirstChange(page, respondButton(page))
  await page.context().close()
  const goals = Object.entries(tapTimes).map(([name, is]) => ({
    name: `a tap on ${name}`,
    is,
    limit: 100,
    unit: 'ms',
  }))
  console.table(goals)
  expect(describeMissedGoals(goals), 'goals that were missed').toEqual([])
})

const roundCount = isRehearsal ? 3 : 30

test('from the feed to an order and back, thirty times', async () => {
  const { page, session } = await openFeed()
  const measureMemory = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { nodes, listeners: jsEventListeners, 'heap KB': Math.round(usedSize / 1024) }
  }
  const measurements: Awaited<ReturnType<typeof measureMemory>>[] = []
  for (let round = 1; round <= roundCount; round++) {
    await tapOrder(page, round % 3)
    await goBackToFeed(page)
    if (round % (roundCount / 3) === 0) measurements.push(await measureMemory())
  }
  console.table({ 'after 10': measurements[0], 'after 20': measurements[1], 'after 30': measurements[2] })
  await page.context().close()
  // The page must not leak memory. The last ten rounds may grow only by memory that the garbage collector has not freed
  // yet.
  const growthPercent = (name: 'nodes' | 'listeners' | 'heap KB') =>
    100 * ((measurements[2]?.[name] ?? Number.NaN) / (measurements[1]?.[name] ?? Number.NaN) - 1)
  const goals = (['nodes', 'listeners', 'heap KB'] as const).map((name) => {
    return { name: `growth of ${name} from 20 to 30 rounds`, is: growthPercent(name), limit: 5, unit: '%' }
  })
  expect(describeMissedGoals(goals), 'goals that were missed').toEqual([])
})

/** Number of page loads. The median of three is used, because other load on the machine varies. */
const openingCount = isRehearsal ? 1 : 3

test('what a slow telephone is busy with for longer than 50 ms', async () => {
  const busyTimes: Record<string, number[]> = {}
  for (let openingNumber = 1; openingNumber <= openingCount; openingNumber++) {
    const { page } = await openFeed()
    await page.waitForTimeout(3000)
    const measureDuring = async (name: string, act: () => Promise<unknown>) => {
      await page.waitForTimeout(1000)
      busyTimes[name] = [...(busyTimes[name] ?? []), await longestTask(browser, page, act)]
    }
    const responseField = page.getByRole('dialog').getByRole('textbox').first()
    await measureDuring('opening an order', () => tapOrder(page, 0))
    await measureDuring('opening the sheet of a response', async () => {
      await respondButton(page).click()
      await responseField.waitFor()
    })
    await measureDuring('typing', () =>
      responseField.pressSequentially('Сделаю за неделю, вот пример.', { delay: 30 }),
    )
    await page.context().close()
  }
  const goals = Object.entries(busyTimes).map(([name, times]) => {
    return { name: `the longest task while ${name}`, is: median(times), limit: 50, unit: 'ms' }
  })
  console.table(busyTimes)
  console.table(goals)
  expect(describeMissedGoals(goals), 'goals that were missed').toEqual([])
})
