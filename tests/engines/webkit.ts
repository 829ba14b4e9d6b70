import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { WebKit } from '#stand-ins/infra/engines.ts'
import { freePort, spawnGuarded, stopProcess, waitUntil } from '#stand-ins/infra/processes.ts'
import { type Engine, type Screen, size } from './engine.ts'

/** Opens WebKitGTK's MiniBrowser on an in-memory X display. WebKitGTK's WebDriver controls the browser. */
export async function openWebKit({ driver, browser, screen }: WebKit, proxy: string): Promise<Engine> {
  const children: ChildProcess[] = []
  const startProgram = (program: string, args: string[], options: SpawnOptions) => {
    const child = spawnGuarded(program, args, options)
    children.unshift(child)
    return child
  }
  const end = async () => {
    for (const child of children) await stopProcess(child)
  }
  try {
    // The X server chooses a free display number and writes it to file descriptor 3.
    const display = startProgram(
      screen,
      ['-displayfd', '3', '-screen', '0', '1024x1024x24', '-nolisten', 'tcp'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    )
    const number = await readFirstOutput(display)
    const port = await freePort()
    const env = { ...process.env, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' }
    const driverProcess = startProgram(driver, [`--port=${port}`], { env, stdio: 'ignore' })
    const address = `http://127.0.0.1:${port}`
    const isUp = () =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    if (!(await waitUntil(isUp, driverProcess, 10_000))) throw new Error(`${driver} does not answer`)
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': {
        binary: browser,
        args: ['--automation', `--proxy=http://${proxy}`, '--ignore-host=127.0.0.1'],
      },
    })
    const session = await new Builder().usingServer(address).withCapabilities(capabilities).build()
    // WebDriver cannot open a new window from a closed one, so the first window stays open.
    const first = await session.getWindowHandle()
    return {
      async open(url, isFramed) {
        await session.switchTo().window(first)
        return openWindow(session, url, isFramed)
      },
      async close() {
        await session.quit().catch(() => undefined)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

function readFirstOutput(child: ChildProcess): Promise<string> {
  const output = child.stdio[3] as Readable
  return new Promise((resolve, reject) => {
    output.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the screen ended at once')))
  })
}

/** WebDriver addresses one window and one frame at a time, so each call first switches to its own window and frame. */
async function openWindow(session: WebDriver, url: string, isFramed: boolean): Promise<Screen> {
  await session.switchTo().newWindow('window')
  const handle = await session.getWindowHandle()
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...size })
  await session.get(url)
  const switchTo = async (frame: boolean) => {
    await session.switchTo().window(handle)
    await session.switchTo().defaultContent()
    if (frame) await session.switchTo().frame(0)
  }
  const evaluate = async <Value>(expression: string) => {
    await switchTo(isFramed)
    return await session.executeScript<Value>(`return ${expression}`)
  }
  return {
    evaluate,
    async runInClient(expression) {
      await switchTo(false)
      await session.executeScript(expression)
    },
    tap: async (expression) => (await evaluate<WebElement>(expression)).click(),
    type: async (expression, words) => (await evaluate<WebElement>(expression)).sendKeys(words),
    attach: async (expression, file) => (await evaluate<WebElement>(expression)).sendKeys(file),
    async photograph(file) {
      await switchTo(false)
      await writeFile(file, await session.takeScreenshot(), 'base64')
    },
    async close() {
      await switchTo(false)
      await session.close()
    },
  }
}
