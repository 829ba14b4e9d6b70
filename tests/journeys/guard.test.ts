import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { openApi } from '#tests/support/api/api.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { openBrowser, photograph } from '#tests/support/screens/browser.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { stopClock } from './clock.ts'

const api = await openApi()
await seed(api.ctx.config.DATABASE_URL, { demo: true, now: api.ctx.now() })
const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
const browser: Browser = await openBrowser()
atEnd(() => browser.close())

type Report = { message: string; page: string; agent: string; stack?: string }
type PrepareContext = (context: BrowserContext) => Promise<unknown>

/**
 * Opens the mini-app in a prepared browser and collects the errors that it reports. The content security policy applies
 * as usual.
 */
async function openPage(
  prepare: PrepareContext,
  language = 'ru',
): Promise<{ page: Page; reports: Report[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  atEnd(() => context.close())
  // Stores a chosen language, so that the mini-app does not ask for one.
  const chosenLanguage = [`otklik:language:${people.freelancer}`, language] as const
  await context.addInitScript(([key, value]) => globalThis.localStorage.setItem(key, value), chosenLanguage)
  await prepare(context)
  const page = await context.newPage()
  const reports: Report[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/client_error')) reports.push(request.postDataJSON())
  })
  const account = { id: people.freelancer, first_name: 'Demo', language_code: language }
  const hash = new URLSearchParams({
    tgWebAppData: launchData(account, api.ctx.config.BOT_TOKEN, api.ctx.now()),
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: '{}',
  })
  await page.goto(`${origin}/profile#${hash}`, { waitUntil: 'commit' })
  return { page, reports }
}

const loader = '#loader p'
const oldEngineText = 'Приложение не запустилось. Обновите Telegram или Android System WebView'
const isStarted = (page: Page) =>
  page.locator('html.started:not(:has(#loader))').waitFor({ state: 'attached' })

const goToOrder = (page: Page, id: number) =>
  page.evaluate(
    `history.pushState({ idx: 1, key: 'x' }, '', '/order/${id}'); dispatchEvent(new Event('popstate'))`,
  )

test('a start that throws says to update, offers a reload, and reports once with the browser', async () => {
  const { page, reports } = await openPage((context) =>
    context.addInitScript('delete Performance.prototype.getEntriesByType'),
  )
  await expect.poll(() => page.locator(loader).textContent()).toBe(oldEngineText)
  await photograph(page, 'guard', 'old')
  // The text comes two seconds after the error, so another report of it would be there by now.
  expect(reports).toHaveLength(1)
  expect(reports[0]?.message).toMatch(/^before the start: .*getEntriesByType/)
  expect(reports[0]?.agent).toContain('Chrome/')
  expect(JSON.stringify(reports)).not.toContain('auth_date')
  const loads = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Загрузить заново' }).click()
  await loads
})

test('a file in a language that the engine does not know says it too, in the language of the launch', async () => {
  const { page, reports } = await openPage(
    (context) =>
      context.route('**/assets/vendor-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'export const a = 1 |> f' }),
      ),
    'en',
  )
  await expect
    .poll(() => page.locator(loader).textContent())
    .toBe('The app did not start. Update Telegram or Android System WebView')
  expect(reports).toHaveLength(1)
  expect(reports[0]?.message).toContain('SyntaxError')
})

test('scripts that take long are waited for: a sentence after 12 s, and the app all the same', async () => {
  const held = Promise.withResolvers<void>()
  const { page, reports } = await openPage(async (context) => {
    await stopClock(context)
    await context.route('**/assets/{vendor,feed}-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
  })
  await page.locator(loader).waitFor({ state: 'attached' })
  await page.clock.runFor(11_900)
  expect(await page.locator('#loader button').count()).toBe(0)
  await page.clock.runFor(100)
  await page.getByRole('button', { name: 'Загрузить заново' }).waitFor()
  expect(await page.locator(loader).textContent()).toBe('Долго загружается')
  await photograph(page, 'guard', 'slow')
  held.resolve()
  await page.clock.resume()
  await isStarted(page)
  expect(await page.getByRole('button', { name: 'Загрузить заново' }).count()).toBe(0)
  expect(reports).toEqual([])
})

test("an error of somebody else's script, or one that the app lives with, stops nobody", async () => {
  const { page } = await openPage(async (context) => {
    await context.addInitScript("setTimeout(() => { throw new Error('from a client') }, 50)")
  })
  await isStarted(page)
  expect(await page.getByRole('button', { name: 'Загрузить заново' }).count()).toBe(0)
})

test('the server knows which launches became ready', async () => {
  const lastReport = () =>
    api.ctx.db
      .selectFrom('sessions')
      .select(['tells_ready', 'ready_at'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  api.advanceClock(1000)
  const { page } = await openPage(async () => undefined)
  await isStarted(page)
  await expect.poll(async () => (await lastReport())?.ready_at).toBeTruthy()
  api.advanceClock(1000)
  await openPage((context) => context.route('**/assets/feed-*.js', (route) => route.fulfill({ body: '' })))
  await expect.poll(lastReport).toEqual({ tells_ready: true, ready_at: null })
})

test('an error inside a query that is not the server’s is reported', async () => {
  const { page, reports } = await openPage(async () => undefined)
  await isStarted(page)
  await page.evaluate("AbortSignal.any = () => { throw new TypeError('any is not a function') }")
  await goToOrder(page, 99_999_998)
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  expect(reports[0]?.message).toContain('any is not a function')
})

test('a refusal is not reported', async () => {
  const { page, reports } = await openPage(async () => undefined)
  await isStarted(page)
  await goToOrder(page, 99_999_999)
  await page.getByRole('heading', { name: 'Заказ не найден' }).waitFor()
  // A report of the refusal would have come before the report of a later error.
  await page.evaluate("setTimeout(() => { throw new Error('a later error') })")
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  expect(reports.map(({ message }) => message)).toEqual(['a later error'])
})
