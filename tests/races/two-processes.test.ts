import { afterAll, beforeAll, expect, test } from 'vitest'
import { revokeSessions } from '#services/users/sessions/sessions.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { assignTwo } from './assign-two.ts'
import { createOnOneKey, createTwice } from './create-twice.ts'
import { favouriteToggle } from './favourite-toggle.ts'
import { lastOfDay } from './last-of-day.ts'
import { lastSlot } from './last-slot.ts'
import { respondTwice } from './respond-twice.ts'
import { type Round, roundCount, runRounds } from './rounds.ts'
import { type RaceSetup, setUpRaces } from './setup.ts'
import { spendCredit } from './spend-credit.ts'
import { twoModerators } from './two-moderators.ts'

/**
 * Sends the same requests to two API processes at once. `npm run full-test` runs 200 rounds of each race;
 * `RACE_ROUNDS=600 node start.mjs test tests/races` runs more.
 */

let setup: RaceSetup
beforeAll(async () => {
  setup = await setUpRaces()
})
afterAll(() => setup?.close())

const races: [string, (setup: RaceSetup) => Promise<Round>][] = [
  ['respond twice', respondTwice],
  ['last response of the day', lastOfDay],
  ['assign two executors', assignTwo],
  ['two moderators', twoModerators],
  ['favourite on and off', favouriteToggle],
  ['last boost slot', lastSlot],
  ['spend one credit', spendCredit],
  ['create twice', createTwice],
  ['one key for two orders', createOnOneKey],
]

test.each(races)('%s: exactly one winner', { timeout: 400_000 }, async (name, race) => {
  const outcomes = await runRounds(name, await race(setup))
  // If one process won in all rounds, the requests did not run at the same time.
  expect(outcomes.size).toBeGreaterThan(roundCount < 50 ? 0 : 1)
})

test('a revoked session ends at once in every process, also where it was just used', async () => {
  const { id, calls } = await setup.newcomer()
  const readCodes = () => Promise.all(calls.map((call) => codeOf(call('GET /api/projects/my_responses'))))
  expect(await readCodes()).toEqual(['accepted', 'accepted'])
  const [{ db, now }] = setup.workers
  await db.transaction().execute((tx) => revokeSessions(tx, id, 'blocked', now()))
  // A process caches a session for thirty seconds unless it is notified. The shorter timeout proves that it was
  // notified.
  await expect
    .poll(readCodes, { timeout: 3000, interval: 20 })
    .toEqual(['session_expired', 'session_expired'])
})
