import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { seed } from '#db/seed.ts'
import { share } from '#tests/support/run/share.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { removeUnsupportedStyles } from '#web/build/floor/style.ts'
import type { Engine } from './engine.ts'
import { appHost, type EngineProxy, startProxy } from './front.ts'
import { olderScript } from './older-chromium.ts'
import { openChromium, openFirefox } from './puppeteer.ts'
import { acts, shortActs } from './walk.ts'
import { beginWalk, type ClientSettings } from './walking.ts'
import { openWebKit } from './webkit.ts'

const setup = {} as { world: World; db: Db; front: EngineProxy }
beforeAll(async () => {
  setup.world = await startWorld({ env: { APP_ORIGIN: `https://${appHost}` } })
  setup.db = connect(setup.world.owner_url, { max: 2 })
  await seed(setup.world.owner_url, { demo: true })
  setup.front = await startProxy(setup.world.api)
})
afterAll(async () => {
  await setup.front?.close()
  await setup.db?.destroy()
  await setup.world?.stop()
})

const chromium = inject('chromium')
const { firefox, webkit, missing } = inject('engines')
const oldestEngine = { script: olderScript, readStyle: removeUnsupportedStyles }

interface Kind {
  engine: string
  isInstalled: boolean
  open: () => Promise<Engine>
  /** Two kinds of Telegram clients: a native client with a bridge object, and a web client with a frame. */
  ways: [ClientSettings, ClientSettings]
}
const kinds: Kind[] = [
  {
    engine: 'WebKitGTK',
    isInstalled: webkit !== undefined,
    open: () => openWebKit(webkit as NonNullable<typeof webkit>, setup.front.proxy),
    ways: [
      { name: 'webkit/native', platform: 'ios' },
      { name: 'webkit/framed', platform: 'weba' },
    ],
  },
  {
    engine: 'Firefox',
    isInstalled: firefox !== undefined,
    open: () => openFirefox(firefox as string, setup.front.proxy),
    ways: [
      { name: 'firefox/framed', platform: 'weba' },
      { name: 'firefox/native', platform: 'android' },
    ],
  },
  {
    engine: 'the oldest Chromium',
    isInstalled: true,
    open: () => openChromium(chromium, setup.front.proxy),
    ways: [
      { name: 'chromium/native', platform: 'android', ...oldestEngine },
      { name: 'chromium/framed', platform: 'weba', ...oldestEngine },
    ],
  },
]

// The full test run tests a newcomer's first minutes in one kind of client. `npm run engines` tests everything in both
// kinds.
describe.each(kinds)('$engine', ({ engine, isInstalled, open, ways }) => {
  let browser: Engine | undefined
  beforeAll(async () => {
    if (isInstalled) browser = await open()
  })
  afterAll(() => browser?.close())

  test.for(share(ways, ways.slice(0, 1)))('$name', async (openingWay, { skip }) => {
    if (!browser) return skip(missing[engine])
    const walk = await beginWalk(setup, browser, openingWay)
    try {
      for (const [, act] of acts.filter(([name]) => share(true, shortActs.includes(name)))) await act(walk)
    } catch (error) {
      await walk.phone.photograph('failed').catch(() => undefined)
      const complaints = walk.complaints.map((words) => `\n  ${words}`).join('')
      throw new Error(`${error instanceof Error ? error.message : error}${complaints}`, { cause: error })
    }
    await walk.phone.close()
    expect(walk.complaints).toEqual([])
  })
})
