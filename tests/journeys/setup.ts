import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { seed } from '#db/seed.ts'
import { secondTry } from '#tests/support/run/second-try.ts'
import { openBrowser, photograph } from '#tests/support/screens/browser.ts'
import { openPhone, type Phone, type PhoneOptions } from '#tests/support/screens/phone.ts'
import { startWorld, type World, type WorldOptions } from '#tests/support/servers/world.ts'
import { clientOf } from './clients.ts'

export interface JourneySetup {
  world: World
  browser: Browser
  db: Db
  /**
   * Opens a simulated phone, which closes at the end of the test. The test fails if the phone's pages logged errors.
   */
  phoneOf(person: { id?: number }, options?: Omit<PhoneOptions, 'person_id'>): Promise<Phone>
}

export interface JourneyOptions extends WorldOptions {
  /** Fills the database with the demo market, also for a second try of a test. */
  hasDemo?: boolean
}

/** Starts one copy of the product and one browser for all tests of a file. */
export function setUpJourneys({ hasDemo = false, ...options }: JourneyOptions = {}): JourneySetup {
  const phones: Phone[] = []
  const setup = {
    async phoneOf({ id }, options = {}) {
      const client = clientOf(path.basename(expect.getState().testPath ?? ''))
      const phone = await openPhone(setup.browser, setup.world.origin, { person_id: id, client, ...options })
      phones.push(phone)
      return phone
    },
  } as JourneySetup
  const openWorld = async () => {
    const env = { MODERATION_UNDO_MS: '300', ...options.env }
    setup.world = await startWorld({ ...options, env })
    setup.db = connect(setup.world.owner_url, { max: 2 })
    if (hasDemo) await seed(setup.world.owner_url, { demo: true })
  }
  const closeWorld = async () => {
    await setup.db?.destroy()
    await setup.world?.stop()
  }
  beforeAll(async () => {
    // The copy of the product and the browser are stored as soon as each has started. `afterAll` thus closes one of
    // them even if the other fails to start.
    await Promise.all([
      openWorld(),
      openBrowser().then((browser) => {
        setup.browser = browser
      }),
    ])
    secondTry.openNewWorld = async () => {
      await closeWorld()
      await openWorld()
    }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const [index, { page }] of phones.entries())
        await photograph(page, 'failed', `${task.name.replace(/[^\p{L}\d]+/gu, '-')}-${index + 1}`)
    const complaints = phones.flatMap((phone) => phone.complaints)
    await Promise.all(phones.splice(0).map((phone) => phone.close()))
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    secondTry.openNewWorld = undefined
    await setup.browser?.close()
    await closeWorld()
  })
  return setup
}

/** Returns the only listing with this title. Fails if a double tap created two listings. */
export async function listingOf({ db }: JourneySetup, title: string) {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'status', 'responses_count'])
    .where('title', '=', title)
    .execute()
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}

export async function paymentsOf({ db }: JourneySetup, listing_id: number) {
  return await db
    .selectFrom('payments')
    .select(['id', 'state', 'amount'])
    .where('listing_id', '=', listing_id)
    .execute()
}

/** Removes console errors that the test provoked on purpose. All other errors still fail the test. */
export function ignoreErrors(phone: Phone, expected: RegExp): void {
  const otherComplaints = phone.complaints.filter((line) => !expected.test(line))
  phone.complaints.splice(0, phone.complaints.length, ...otherComplaints)
}
