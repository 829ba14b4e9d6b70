import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Engine, Screen } from './engine.ts'

/** An element that a person sees on the screen. A regular expression matches a part of its name. */
export interface Seen {
  role: string
  name: string | RegExp
  exact?: boolean
  within?: Seen
}

const patienceMs = 20_000
const seeking = await readFile(path.join(import.meta.dirname, 'pages/find.js'), 'utf8')

function expression(act: 'seek' | 'obstacle', seen: Seen): string {
  return `(() => { ${seeking}; return ${act}(${JSON.stringify(asQuery(seen))}) })()`
}

function asQuery({ role, name, exact, within }: Seen): object {
  const named = typeof name === 'string' ? { name, exact } : { pattern: name.source }
  return { role, ...named, within: within && asQuery(within) }
}

/** A person at one screen of an engine, who looks, taps and types; each step fails after a timeout. */
export class Phone {
  private readonly screen: Screen
  private readonly folder: string
  private pictures = 0

  /** @param folder for screenshots of the steps */
  constructor(screen: Screen, folder: string) {
    this.screen = screen
    this.folder = folder
  }

  static async open(engine: Engine, url: string, isFramed: boolean, folder: string): Promise<Phone> {
    await mkdir(folder, { recursive: true })
    return new Phone(await engine.open(url, isFramed), folder)
  }

  async sees(role: string, name: Seen['name'], more: Partial<Seen> = {}): Promise<void> {
    const seen = { role, name, ...more }
    await this.until(seen, async () => {
      return (await this.screen.evaluate(`${expression('seek', seen)} !== null`)) ? '' : 'it is not seen'
    })
  }

  async tap(role: string, name: Seen['name'], more: Partial<Seen> = {}): Promise<void> {
    const seen = { role, name, ...more }
    await this.until(seen, () => this.screen.evaluate<string>(expression('obstacle', seen)))
    await this.screen.tap(expression('seek', seen))
  }

  async fill(name: Seen['name'], words: string, more: Partial<Seen> = {}): Promise<void> {
    const seen = { role: 'textbox', name, ...more }
    await this.tap(seen.role, name, more)
    await this.screen.type(expression('seek', seen), words)
  }

  async attach(name: Seen['name'], file: string): Promise<void> {
    const seen = { role: 'file', name }
    await this.until(seen, async () => {
      return (await this.screen.evaluate(`${expression('seek', seen)} !== null`)) ? '' : 'it is not there'
    })
    await this.screen.attach(expression('seek', seen), file)
  }

  /** Sends an event from the client to the mini-app. */
  hears(type: string, data: unknown = null): Promise<void> {
    return this.screen.tell(`telegramClient.receive(${JSON.stringify([type, data])})`)
  }

  evaluate<Value>(code: string): Promise<Value> {
    return this.screen.evaluate<Value>(code)
  }

  /** Takes a screenshot for people to look at. An engine that sometimes fails to take one does not fail the walk. */
  async photograph(step: string): Promise<void> {
    const number = String(++this.pictures).padStart(2, '0')
    const file = path.join(this.folder, `${number}-${step}.png`)
    await this.screen
      .photograph(file)
      .catch((error: Error) => console.warn(`no picture ${file}: ${error.message}`))
  }

  close(): Promise<void> {
    return this.screen.close()
  }

  /** Polls until nothing obstructs the step; throws with the obstacle after the timeout. */
  private async until({ role, name }: Seen, obstacle: () => Promise<string>): Promise<void> {
    const end = Date.now() + patienceMs
    for (;;) {
      // A page that is being replaced rejects the call; the next poll retries.
      const said = await obstacle().catch((error: unknown) => String(error))
      if (!said) return
      if (Date.now() > end) throw new Error(`${role} ${name}: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
