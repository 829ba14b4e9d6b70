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

/** Theme, language and size with which a screenshot is taken. */
export type Appearance = {
  theme: Theme['id']
  language: Language
  width?: number
  height?: number
  /** Changes the browser context before the first page opens in it. */
  prepare?: (context: BrowserContext) => Promise<void>
  /** Relative text size of the system. People with weak eyesight choose 1.3. */
  text?: number
}

/** A window with the mini-app, in which one person opens one screen after another. */
export type Window = {
  page: Page
  /** Uncaught errors and console errors of the page. */
  complaints: string[]
  /** Navigates as a link inside the mini-app does, and waits until the screen's data is loaded. */
  go(path: string): Promise<void>
  /** Takes a screenshot of the whole screen at its full height. */
  photograph(file: string): Promise<void>
  close(): Promise<void>
}

/** An API with the demo market at a fixed time, so that screenshots of different runs are comparable. */
export type Showroom = {
  /** Returns the id of the listing whose title contains this text. */
  listing(words: string): Promise<number>
  /** Returns the id of the chat about the listing whose title contains this text. */
  room(words: string): Promise<number>
  /** Returns the id of the moderation task about the listing whose title contains this text. */
  task(words: string): Promise<number>
  api: Api
  /** Returns the id of a demo person. */
  person(telegram_id: number): Promise<number>
  open(telegram_id: number, appearance: Appearance): Promise<Window>
  /**
   * Opens a page at a path without waiting until it is loaded. With `null` instead of a person, opens it outside
   * Telegram.
   * @param prepare runs before the first request of the page
   */
  begin(
    telegram_id: number | null,
    appearance: Appearance,
    path: string,
    prepare: (context: BrowserContext) => Promise<unknown>,
  ): Promise<Page>
}

/** Demo people who have pictures in their portfolios. */
const peopleWithWorks = [5000000000000031, 5000000000000033]
const quietMs = 90
const moment = new Date('2026-11-16T09:00:00Z')

/**
 * Starts an API in the test process that also serves the built mini-app on a port. Everything is closed at the end of
 * the test file.
 */
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
      // Sets the clock back to the fixed time. Launch data expires after ten minutes, but visiting all screens takes
      // longer.
      resetClock()
      const context = await openPhoneContext(browser, telegram_id, appearance)
      // URLs of files have the product's configured origin, on which no server listens here. These requests are
      // therefore answered from the API in this process.
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
  context.setDefaultTimeout(30_000)
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

/**
 * Returns a function that waits until no request has been open for a moment. The open stream of a chat does not count.
 */
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

const pushPath = (page: Page, path: string) =>
  page.evaluate(
    `history.pushState({ idx: 1, key: '${path}' }, '', '${path}'); dispatchEvent(new Event('popstate'))`,
  )

async function goTo(page: Page, path: string, waitUntilSettled: () => Promise<void>): Promise<void> {
  // An open sheet would stay over a path of the same page. Nobody can press a link beneath it, so the page is left first.
  const sheet = page.getByRole('dialog')
  if ((await sheet.count()) > 0) {
    await pushPath(page, '/ui')
    await sheet.first().waitFor({ state: 'detached' })
  }
  await pushPath(page, path)
  await page.waitForTimeout(quietMs)
  await waitUntilSettled()
  // Parts of a screen are requested when the browser is idle, on a busy machine later than the quiet moment.
  await page.evaluate('new Promise((go) => requestIdleCallback(go))')
  await waitUntilSettled()
  await page.locator('main:visible h1').first().waitFor({ state: 'attached' })
  // The page with samples of all components always contains skeletons. It is there when its samples are.
  if (path === '/ui') await page.locator('main:visible h2').first().waitFor()
  else await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' })
}

/**
 * Takes a screenshot at the height of the screen's content. Fixed bars stand at the end of the content, as on a phone.
 */
async function photograph(page: Page, file: string): Promise<void> {
  const sizeBefore = page.viewportSize() ?? { width: 390, height: 844 }
  const height = await page.locator('html').evaluate((html) => html.scrollHeight)
  await page.setViewportSize({ ...sizeBefore, height: Math.max(sizeBefore.height, height) })
  await page.screenshot({ path: file })
  await page.setViewportSize(sizeBefore)
}
