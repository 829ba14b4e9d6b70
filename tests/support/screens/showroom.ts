import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { Language } from '#contract/languages.ts'
import { seed } from '#db/seed.ts'
import { type Theme, themes } from '#stand-ins/telegram/themes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { showWorks } from '#tests/support/people/portfolios.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { openBrowser, watchComplaints } from './browser.ts'

/** Appearance in which a screen is photographed. */
export type Appearance = {
  theme: Theme['id']
  language: Language
  width?: number
  height?: number
  /** Changes the browser context before its first page opens. */
  prepare?: (context: BrowserContext) => Promise<void>
  /** Text size of the system; people with weak eyesight choose 1.3. */
  text?: number
}

/** A window of the mini-app in which one person moves from screen to screen. */
export type Window = {
  page: Page
  /** Uncaught errors and console errors of the page. */
  complaints: string[]
  /** Navigates like a link inside the app and waits for the screen's data. */
  go(path: string): Promise<void>
  /** Photographs the whole screen at its full height. */
  photograph(file: string): Promise<void>
  close(): Promise<void>
}

/** The demo market at a fixed moment, so that its pictures can be compared. */
export type Showroom = {
  /** Id of the listing with these words in its title. */
  listing(words: string): Promise<number>
  /** Id of the chat room of the listing with these words in its title. */
  room(words: string): Promise<number>
  /** Id of the moderators' task about the listing with these words in its title. */
  task(words: string): Promise<number>
  api: Api
  /** Id of a demo person. */
  person(telegram_id: number): Promise<number>
  open(telegram_id: number, appearance: Appearance): Promise<Window>
  /**
   * Opens a page at a path without waiting for it. `null` opens it outside Telegram.
   * @param prepare runs before its first request
   */
  begin(
    telegram_id: number | null,
    appearance: Appearance,
    path: string,
    prepare: (context: BrowserContext) => Promise<unknown>,
  ): Promise<Page>
}

/** Demo people with pictures in their portfolios. */
const peopleWithWorks = [5000000000000031, 5000000000000033]
const quietMs = 90
const moment = new Date('2026-11-16T09:00:00Z')

/** One API in the test process, on a port, with the built mini-app. Everything is closed after the file. */
export async function openShowroom(environment: Record<string, string> = {}): Promise<Showroom> {
  const api = await openApi(environment)
  await seed(api.ctx.config.DATABASE_URL, { demo: true, now: moment })
  const resetClock = () => api.advanceClock(moment.getTime() - api.ctx.now().getTime())
  resetClock()
  for (const telegram_id of peopleWithWorks) await showWorks(api, telegram_id)
  const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  atEnd(() => browser.close())
  const launchOf = (telegram_id: number, appearance: Appearance) => {
    const person = { id: telegram_id, first_name: 'Demo', language_code: appearance.language }
    return `#${launchHash(launchData(person, api.ctx.config.BOT_TOKEN, moment), appearance)}`
  }
  const idOf = async (words: string) =>
    (
      await api.ctx.db
        .selectFrom('listings')
        .select('id')
        .where('title', 'like', `%${words}%`)
        .executeTakeFirstOrThrow()
    ).id
  return {
    listing: idOf,
    async room(words) {
      const rooms = api.ctx.db.selectFrom('chat_rooms').select('id')
      return (await rooms.where('listing_id', '=', await idOf(words)).executeTakeFirstOrThrow()).id
    },
    async task(words) {
      const tasks = api.ctx.db.selectFrom('moderation_tasks').select('id')
      return (await tasks.where('listing_id', '=', await idOf(words)).executeTakeFirstOrThrow()).id
    },
    api,
    async person(telegram_id) {
      const people = api.ctx.db.selectFrom('users').select('id')
      return (await people.where('telegram_id', '=', telegram_id).executeTakeFirstOrThrow()).id
    },
    async open(telegram_id, appearance) {
      // The clock is reset, because launch data expires after ten minutes and a walk through all screens takes longer.
      resetClock()
      const context = await openPhoneContext(browser, telegram_id, appearance)
      // File URLs have the product's origin, which is not the showroom's, so they are answered here.
      await context.route(`${api.ctx.config.APP_ORIGIN}/files/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url())
        const { statusCode, headers, rawPayload } = await api.server.inject({ url: pathname + search })
        await route.fulfill({
          status: statusCode,
          headers: headers as Record<string, string>,
          body: rawPayload,
        })
      })
      const page = await context.newPage()
      await page.clock.setFixedTime(moment)
      const complaints = watchComplaints(page)
      const waitUntilSettled = watchTraffic(page)
      await page.goto(`${origin}/profile${launchOf(telegram_id, appearance)}`)
      await page.locator('html.started:not(:has(#loader))').waitFor({ state: 'attached' })
      if (appearance.text)
        await page.addStyleTag({ content: `html { font-size: ${appearance.text * 100}% !important }` })
      await page.addStyleTag({ content: stillStyles })
      return {
        page,
        complaints,
        go: (path) => goTo(page, path, waitUntilSettled),
        photograph: (file) => photograph(page, file),
        close: () => context.close(),
      }
    },
    async begin(telegram_id, appearance, path, prepare) {
      resetClock()
      const context = await openPhoneContext(browser, telegram_id ?? 0, appearance)
      await prepare(context)
      const page = await context.newPage()
      await page.clock.setFixedTime(moment)
      await page.goto(`${origin}${path}${telegram_id === null ? '' : launchOf(telegram_id, appearance)}`, {
        waitUntil: 'commit',
      })
      return page
    },
  }
}

const interFolder = path.dirname(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/index.css'),
)
/** The style rules of the font Inter with its files inside. The app uses system fonts, which differ between machines. */
const interFont = readFileSync(path.join(interFolder, 'index.css'), 'utf8').replace(
  /url\(\.(\/files\/.+?)\)/g,
  (_, file) => `url(data:font/woff2;base64,${readFileSync(path.join(interFolder, file), 'base64')})`,
)

/** Disables animations and the caret, and uses the font Inter, so that pictures are equal on every machine. */
const stillStyles = `${interFont}
  *, *::before, *::after { animation: none !important; transition: none !important;
  caret-color: transparent !important; scroll-behavior: auto !important }
  :root { --font: 'Inter Variable', sans-serif !important }`

async function openPhoneContext(
  browser: Browser,
  telegram_id: number,
  appearance: Appearance,
): Promise<BrowserContext> {
  const { width = 390, height = 844, language, prepare } = appearance
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1,
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  await prepare?.(context)
  context.setDefaultTimeout(10_000)
  const languageEntry: [string, string] = [`otklik:language:${telegram_id}`, language]
  await context.addInitScript(([key, value]) => globalThis.localStorage.setItem(key, value), languageEntry)
  await context.addInitScript({ path: path.join(import.meta.dirname, 'silent-telegram.js') })
  return context
}

function launchHash(init_data: string, { theme }: Appearance): string {
  return new URLSearchParams({
    tgWebAppData: init_data,
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify(themes.find(({ id }) => id === theme)?.params),
  }).toString()
}

/** Resolves once the network was idle for a moment. The open stream of a chat does not count. */
function watchTraffic(page: Page): () => Promise<void> {
  const openRequests = new Set<Request>()
  let quietSince = Date.now()
  const closeRequest = (request: Request) => {
    openRequests.delete(request)
    quietSince = Date.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') openRequests.add(request)
  })
  page.on('requestfinished', closeRequest)
  page.on('requestfailed', closeRequest)
  return async () => {
    while (openRequests.size > 0 || Date.now() - quietSince < quietMs) await page.waitForTimeout(quietMs / 3)
  }
}

async function goTo(page: Page, path: string, waitUntilSettled: () => Promise<void>): Promise<void> {
  await page.evaluate(
    `history.pushState({ idx: 1, key: '${path}' }, '', '${path}'); dispatchEvent(new Event('popstate'))`,
  )
  await page.waitForTimeout(quietMs)
  await waitUntilSettled()
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  // The gallery of all components always shows skeletons.
  if (path !== '/ui') await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' })
}

/** Photographs a screen at the height of its content. Fixed bars are at its end, as on a phone. */
async function photograph(page: Page, file: string): Promise<void> {
  const sizeBefore = page.viewportSize() ?? { width: 390, height: 844 }
  const height = await page.locator('html').evaluate((html) => html.scrollHeight)
  await page.setViewportSize({ ...sizeBefore, height: Math.max(sizeBefore.height, height) })
  await page.screenshot({ path: file })
  await page.setViewportSize(sizeBefore)
}
