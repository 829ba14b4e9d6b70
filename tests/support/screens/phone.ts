import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import type { Profile } from '#stand-ins/telegram/profiles.ts'
import { watchComplaints } from './browser.ts'

/**
 * A person's simulated phone: the page of the Telegram stand-in without the developer's panels, in a browser context of
 * its own.
 */
export interface Phone {
  page: Page
  /** The mini-app inside the page of the Telegram stand-in. */
  app: FrameLocator
  /** The page outside Telegram that a link has opened, such as the payment page. */
  outside: FrameLocator
  /** Opens a chat of the person. Without an id, opens the chat with the bot. */
  openChat(chat_id?: number): Promise<void>
  /** Returns the newest message that contains this text. */
  message(words: string | RegExp): Locator
  /** Presses a button below the newest message that contains this text. */
  press(words: string | RegExp, button: string): Promise<void>
  /** Sends a message in the open chat. */
  write(text: string): Promise<void>
  /** Waits until the mini-app shows its first screen. */
  waitForApp(): Promise<void>
  /** Presses the Back button of the Telegram client, or the page's own button if the client has none. */
  back(): Promise<void>
  /** Minimises the mini-app, so that the chat behind it is visible. */
  minimise(): Promise<void>
  /** Uncaught errors and console errors of the phone's pages. */
  complaints: string[]
  close(): Promise<void>
}

export interface PhoneOptions {
  /**
   * Telegram id of the phone's owner. Without an id, the page is opened as on a first visit, and no person is chosen.
   */
  person_id?: number
  /**
   * Shows the developer's panels of the Telegram stand-in. `narrow` shows them on a screen with space for one column.
   */
  panels?: boolean | 'narrow'
  theme?: 'light' | 'dark' | 'pink' | 'green'
  /** The simulated Telegram client: its id, or an id with changed properties. */
  client?: string | ({ like?: string } & Partial<Profile>)
  /** Path and query of the t.me link that is opened first. */
  tme?: string
  /** Switches animations on. Most tests check only the result and run without them. */
  motion?: boolean
  width?: number
  /** Relative text size, as people with weak eyesight set it in the system. */
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
    // One device pixel per CSS pixel. With two, drawing would be four times slower.
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
      // A reply to a message repeats its text without its buttons. Therefore only messages with the button are
      // searched.
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

/**
 * Marks the document of the mini-app.
 * @returns a function that returns true until the mini-app is reloaded
 */
export async function markAppDocument({ page }: Phone): Promise<() => Promise<boolean>> {
  const element = await page.getByTestId('app-frame').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the mini-app is not open')
  await frame.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  return () => frame.evaluate(() => 'isMarked' in globalThis).catch(() => false)
}
