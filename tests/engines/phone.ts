import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Engine, Screen } from './engine.ts'

/**
 * An element that a person sees on the screen. If `name` is a regular expression, it matches a part of the element's
 * name.
 */
export interface Target {
  role: string
  name: string | RegExp
  exact?: boolean
  within?: Target
}

const patienceMs = 20_000
const findScript = await readFile(path.join(import.meta.dirname, 'pages/find.js'), 'utf8')

function expression(act: 'seek' | 'obstacle', target: Target): string {
  return `(() => { ${findScript}; return ${act}(${JSON.stringify(toQuery(target))}) })()`
}

function toQuery({ role, name, exact, within }: Target): object {
  const nameFields = typeof name === 'string' ? { name, exact } : { pattern: name.source }
  return { role, ...nameFields, within: within && toQuery(within) }
}

/** A person who looks, taps and types on one page of a browser. Each step fails after a timeout. */
export class Phone {
  private readonly screen: Screen
  private readonly folder: string
  private pictureCount = 0

  /** @param folder folder for screenshots of the steps */
  constructor(screen: Screen, folder: string) {
    this.screen = screen
    this.folder = folder
  }

  static async open(engine: Engine, url: string, isFramed: boolean, folder: string): Promise<Phone> {
    await mkdir(folder, { recursive: true })
    return new Phone(await engine.open(url, isFramed), folder)
  }

  async sees(role: string, name: Target['name'], options: Partial<Target> = {}): Promise<void> {
    const target = { role, name, ...options }
    await this.waitUntil(target, async () => {
      return (await this.screen.evaluate(`${expression('seek', target)} !== null`)) ? '' : 'it is not seen'
    })
  }

  async tap(role: string, name: Target['name'], options: Partial<Target> = {}): Promise<void> {
    const target = { role, name, ...options }
    await this.waitUntil(target, () => this.screen.evaluate<string>(expression('obstacle', target)))
    await this.screen.tap(expression('seek', target))
  }

  async fill(name: Target['name'], words: string, options: Partial<Target> = {}): Promise<void> {
    const target = { role: 'textbox', name, ...options }
    await this.tap(target.role, name, options)
    await this.screen.type(expression('seek', target), words)
  }

  async attach(name: Target['name'], file: string): Promise<void> {
    const target = { role: 'file', name }
    await this.waitUntil(target, async () => {
      return (await this.screen.evaluate(`${expression('seek', target)} !== null`)) ? '' : 'it is not there'
    })
    await this.screen.attach(expression('seek', target), file)
  }

  /** Sends an event from the Telegram client to the mini-app. */
  receiveEvent(type: string, data: unknown = null): Promise<void> {
    return this.screen.runInClient(`telegramClient.receive(${JSON.stringify([type, data])})`)
  }

  evaluate<Value>(code: string): Promise<Value> {
    return this.screen.evaluate<Value>(code)
  }

  /** Takes a screenshot for people to look at. If the browser fails to take it, the test continues. */
  async photograph(step: string): Promise<void> {
    const number = String(++this.pictureCount).padStart(2, '0')
    const file = path.join(this.folder, `${number}-${step}.png`)
    await this.screen
      .photograph(file)
      .catch((error: Error) => console.warn(`no picture ${file}: ${error.message}`))
  }

  close(): Promise<void> {
    return this.screen.close()
  }

  /**
   * Repeats a check until it finds no obstacle.
   * @throws with the obstacle after the timeout
   */
  private async waitUntil({ role, name }: Target, obstacle: () => Promise<string>): Promise<void> {
    const end = Date.now() + patienceMs
    for (;;) {
      // While the page is being replaced, the browser rejects the call. The loop then tries again.
      const problem = await obstacle().catch((error: unknown) => String(error))
      if (!problem) return
      if (Date.now() > end) throw new Error(`${role} ${name}: ${problem}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
