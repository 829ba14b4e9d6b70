import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { Language } from '#contract/languages.ts'
import { seed } from '#db/seed.ts'
import { type Theme, themes } from '#stand-ins/telegram/themes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { showWorks } from '#tests/support/people/portfolios.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { openBrowser, watchComplaints } from './browser.ts'

/** How a screen is looked at. */
export type Look = {
  theme: Theme['id']
  language: Language
  width?: number
  height?: number
  /** Changes the browser before any page is there. */
  prepare?: (context: BrowserContext) => Promise<void>
  /** Size of the system's letters; 1.3 is what people with weak eyes choose. */
  text?: number
}

/** A window of the mini-app in which one person goes from screen to screen. */
export type Window = {
  page: Page
  /** What the page complained of: uncaught errors and errors in the console. */
  complaints: string[]
  /** Goes to a screen as a link inside the app does, and waits until it has its data. */
  go(path: string): Promise<void>
  /** The whole screen, however long, as one picture. */
  photograph(file: string): Promise<void>
  close(): Promise<void>
}

/** The demo market at a moment that never passes, so that pictures of it can be compared. */
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
  open(telegram_id: number, look: Look): Promise<Window>
  /** A page that begins at a path, on its way; nobody's outside Telegram. @param prepare comes before its first request */
  begin(
    telegram_id: number | null,
    look: Look,
    path: string,
    prepare: (context: BrowserContext) => Promise<unknown>,
  ): Promise<Page>
}

/** Those of the demo people whose portfolios have pictures. */
const painters = [5000000000000031, 5000000000000033]
const quietMs = 90
const moment = new Date('2026-11-16T09:00:00Z')

/** One API inside the test, on a port, with the built mini-app; everything is taken away after the file. */
export async function openShowroom(environment: Record<string, string> = {}): Promise<Showroom> {
  const api = await openApi(environment)
  await seed(api.ctx.config.DATABASE_URL, { demo: true, now: moment })
  const standStill = () => api.ahead(moment.getTime() - api.ctx.now().getTime())
  standStill()
  for (const telegram_id of painters) await showWorks(api, telegram_id)
  const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  atEnd(() => browser.close())
  const launchOf = (telegram_id: number, look: Look) => {
    const person = { id: telegram_id, first_name: 'Demo', language_code: look.language }
    return `#${launchHash(launchData(person, api.ctx.config.BOT_TOKEN, moment), look)}`
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
    async open(telegram_id, look) {
      // A launch lasts ten minutes; a walk through all screens in many themes lasts longer.
      standStill()
      const context = await telephone(browser, telegram_id, look)
      // Files have the address of the product, which is not that of the showroom.
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
      const settled = watchTraffic(page)
      await page.goto(`${origin}/profile${launchOf(telegram_id, look)}`)
      await page.locator('html.started:not(:has(#loader))').waitFor({ state: 'attached' })
      if (look.text) await page.addStyleTag({ content: `html { font-size: ${look.text * 100}% !important }` })
      await page.addStyleTag({ content: still })
      return {
        page,
        complaints,
        go: (path) => goTo(page, path, settled),
        photograph: (file) => photograph(page, file),
        close: () => context.close(),
      }
    },
    async begin(telegram_id, look, path, prepare) {
      standStill()
      const context = await telephone(browser, telegram_id ?? 0, look)
      await prepare(context)
      const page = await context.newPage()
      await page.clock.setFixedTime(moment)
      await page.goto(`${origin}${path}${telegram_id === null ? '' : launchOf(telegram_id, look)}`, {
        waitUntil: 'commit',
      })
      return page
    },
  }
}

/** Nothing moves, nothing blinks, and every machine writes with the font that the app brings along. */
const still = `*, *::before, *::after { animation: none !important; transition: none !important;
  caret-color: transparent !important; scroll-behavior: auto !important }
  :root { --font: 'Inter Variable', sans-serif !important }`

async function telephone(browser: Browser, telegram_id: number, look: Look): Promise<BrowserContext> {
  const { width = 390, height = 844, language, prepare } = look
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
  const chosen: [string, string] = [`otklik:language:${telegram_id}`, language]
  await context.addInitScript(([key, value]) => globalThis.localStorage.setItem(key, value), chosen)
  await context.addInitScript({ path: join(import.meta.dirname, 'silent-telegram.js') })
  return context
}

function launchHash(init_data: string, { theme }: Look): string {
  return new URLSearchParams({
    tgWebAppData: init_data,
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify(themes.find(({ id }) => id === theme)?.params),
  }).toString()
}

/** Resolves once nothing has been on its way for a moment; a chat's open stream counts as nothing. */
function watchTraffic(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let quietSince = Date.now()
  const close = (request: Request) => {
    open.delete(request)
    quietSince = Date.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return async () => {
    while (open.size > 0 || Date.now() - quietSince < quietMs) await page.waitForTimeout(quietMs / 3)
  }
}

async function goTo(page: Page, path: string, settled: () => Promise<void>): Promise<void> {
  await page.evaluate(
    `history.pushState({ idx: 1, key: '${path}' }, '', '${path}'); dispatchEvent(new Event('popstate'))`,
  )
  await page.waitForTimeout(quietMs)
  await settled()
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  // The page of all parts shows skeletons for ever.
  if (path !== '/ui') await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' })
}

/** A screen as high as what it holds: fixed bars stand at its end, as they do on a telephone. */
async function photograph(page: Page, file: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 }
  const height = await page.locator('html').evaluate((html) => html.scrollHeight)
  await page.setViewportSize({ ...before, height: Math.max(before.height, height) })
  await page.screenshot({ path: file })
  await page.setViewportSize(before)
}
