import puppeteer, { type Browser, type Frame, type LaunchOptions, type Page } from 'puppeteer-core'
import { type Engine, type Screen, size } from './engine.ts'
import { appHost } from './front.ts'

/** Opens Chromium with the Chrome DevTools Protocol. */
export const openChromium = (executablePath: string, proxy: string) =>
  launch({
    browser: 'chrome',
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', `--proxy-server=${proxy}`],
  })

/** Opens Firefox with WebDriver BiDi. */
export function openFirefox(executablePath: string, proxy: string): Promise<Engine> {
  const [host, port] = proxy.split(':')
  const extraPrefsFirefox = {
    'network.proxy.type': 1,
    'network.proxy.ssl': host,
    'network.proxy.ssl_port': Number(port),
    // The certificate is self-signed. Firefox has a built-in HSTS entry for Telegram's host and would reject the
    // certificate.
    'network.stricttransportsecurity.preloadlist': false,
  }
  return launch({ browser: 'firefox', executablePath, extraPrefsFirefox })
}

async function launch(options: LaunchOptions): Promise<Engine> {
  const browser = await puppeteer.launch({
    ...options,
    acceptInsecureCerts: true,
    defaultViewport: size,
    handleSIGINT: false,
  })
  return {
    open: (url, isFramed) => openPage(browser, url, isFramed),
    close: () => browser.close(),
  }
}

/** Declared here, because this program is compiled without the DOM types. */
type Field = {
  click(): Promise<void>
  type(words: string): Promise<void>
  uploadFile(path: string): Promise<void>
}

async function openPage(browser: Browser, url: string, isFramed: boolean): Promise<Screen> {
  const page = await browser.newPage()
  await page.goto(url)
  const frame = () => (isFramed ? findAppFrame(page) : page.mainFrame())
  const element = async (expression: string) => (await frame().evaluateHandle(expression)) as unknown as Field
  return {
    evaluate: async <Value>(expression: string) => (await frame().evaluate(expression)) as Value,
    runInClient: async (expression) => void (await page.mainFrame().evaluate(expression)),
    tap: async (expression) => {
      if (!isFramed) return (await element(expression)).click()
      const { x, y } = (await frame().evaluate(centreOf(expression))) as { x: number; y: number }
      const { left, top } = (await page.mainFrame().evaluate(placeOfFrame)) as { left: number; top: number }
      await page.mouse.click(left + x, top + y)
    },
    type: async (expression, words) => (await element(expression)).type(words),
    attach: async (expression, file) => (await element(expression)).uploadFile(file),
    photograph: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close: () => page.close(),
  }
}

/**
 * The centre of an element in its frame. The place of the frame is added by hand: Firefox ESR does not know the command
 * by which puppeteer asks for the element of a frame.
 */
const centreOf = (expression: string) => `(() => {
  const element = ${expression}
  element.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
})()`
const placeOfFrame = `(() => {
  const { left, top } = document.querySelector('iframe').getBoundingClientRect()
  return { left, top }
})()`

function findAppFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().includes(`//${appHost}/`))
  if (!frame) throw new Error('the mini-app is not framed yet')
  return frame
}
