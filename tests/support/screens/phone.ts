import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import type { Profile } from '#stand-ins/telegram/profiles.ts'
import { watchComplaints } from './browser.ts'

/** A person's phone: the desk without its panels, in a browser of its own. */
export interface Phone {
  page: Page
  /** The mini-app in its sheet. */
  app: FrameLocator
  /** The page opened by a link out of Telegram. */
  outside: FrameLocator
  /** Opens a chat of the person; the bot's chat without an id. */
  openChat(chat_id?: number): Promise<void>
  /** The newest message with these words. */
  message(words: string | RegExp): Locator
  /** Presses a button below the newest message with these words. */
  press(words: string | RegExp, button: string): Promise<void>
  /** Writes into the open chat. */
  write(text: string): Promise<void>
  /** Waits until the mini-app shows its first screen. */
  waitForApp(): Promise<void>
  /** Presses Back: the client's button, or the page's own if the client has none. */
  back(): Promise<void>
  /** Minimises the mini-app, so that the chat is visible. */
  minimise(): Promise<void>
  /** Uncaught errors and console errors of the phone's pages. */
  complaints: string[]
  close(): Promise<void>
}

export interface PhoneOptions {
  /** The owner of the phone; nobody on a first visit. */
  person_id?: number
  /** Shows the desk with its columns, as a developer sees it; `narrow` on a screen with space for one column. */
  panels?: boolean | 'narrow'
  theme?: 'light' | 'dark' | 'pink' | 'green'
  /** The Telegram client that shows the mini-app: its id, or one with changed traits. */
  client?: string | ({ like?: string } & Partial<Profile>)
  /** Path and query of a t.me link to open first. */
  tme?: string
  /** Enables animations; most journeys test only the result. */
  motion?: boolean
  width?: number
  /** Text size in the pages of the desk, as people with weak eyesight set it. */
  text?: number
}

function clientInAddress(client: PhoneOptions['client']): { client?: string; traits?: string } {
  if (typeof client !== 'object') return client ? { client } : {}
  const { like, ...traits } = client
  return { client: like ?? 'ios', traits: JSON.stringify(traits) }
}

export async function openPhone(
  browser: Browser,
  origin: string,
  { person_id, panels = false, motion = false, width = 390, text = 1, client, ...look }: PhoneOptions,
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: panels === true ? { width: 1440, height: 900 } : { width, height: 844 },
    // A device scale factor of two would make drawing four times slower.
    deviceScaleFactor: 1,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  if (text !== 1)
    await context.addInitScript(`if (top !== globalThis) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: ${text * 100}% !important }')
      document.adoptedStyleSheets = [sheet]
    }`)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints = watchComplaints(page)
  const query = new URLSearchParams({
    ...(person_id && { user: String(person_id) }),
    ...(panels ? {} : { panel: '0' }),
    ...clientInAddress(client),
    ...look,
  })
  await page.goto(`${origin}/__desk/?${query}`)
  const message = (words: string | RegExp) =>
    page
      .getByTestId(/^message-\d+$/)
      .filter({ hasText: words })
      .last()
  const app = page.frameLocator('[data-testid=app-frame]')
  return {
    page,
    app,
    outside: page.frameLocator('[data-testid=browser-frame]'),
    complaints,
    message,
    openChat: (chat_id = person_id) => page.getByTestId(`chat-${chat_id}`).click(),
    press(words, button) {
      const buttonLocator = page.getByRole('button', { name: button, exact: true })
      // Replies to a message, such as the files of a card, repeat its words without its buttons.
      const withButton = page.getByTestId(/^message-\d+$/).filter({ hasText: words, has: buttonLocator })
      return withButton.last().getByRole('button', { name: button, exact: true }).click()
    },
    async write(text) {
      await page.getByTestId('composer').fill(text)
      await page.getByTestId('send').click()
    },
    waitForApp: () => app.locator('html.started:not(:has(#loader))').waitFor({ state: 'attached' }),
    async back() {
      const buttons = [page, app].map((container) =>
        container.getByRole('button', { name: 'Назад', exact: true }),
      )
      const appearing = buttons.map((button) => button.waitFor().then(() => button))
      await (await Promise.any(appearing)).click()
    },
    minimise: () => page.getByTestId('app-minimise').click(),
    close: () => context.close(),
  }
}

/** Sets a mark in the mini-app's window. @returns a check for the mark, which a reloaded page has lost */
export async function markAppDocument({ page }: Phone): Promise<() => Promise<boolean>> {
  const element = await page.getByTestId('app-frame').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the mini-app is not open')
  await frame.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  return () => frame.evaluate(() => 'isMarked' in globalThis).catch(() => false)
}
