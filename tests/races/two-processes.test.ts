import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignTwo } from './assign-two.ts'
import { createOnOneKey, createTwice } from './create-twice.ts'
import { favouriteToggle } from './favourite-toggle.ts'
import { lastOfDay } from './last-of-day.ts'
import { lastSlot } from './last-slot.ts'
import { respondTwice } from './respond-twice.ts'
import { type Round, rounds, runRounds } from './rounds.ts'
import { type RaceSetup, setUpRaces } from './setup.ts'
import { spendCredit } from './spend-credit.ts'
import { twoModerators } from './two-moderators.ts'

/**
 * Two processes of the API are asked for the same thing at once, 200 times each;
 * `RACE_ROUNDS=600 node start.mjs test tests/races` asks more often.
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

test.each(races)('%s: exactly one winner', { timeout: 120_000 }, async (name, race) => {
  const outcomes = await runRounds(name, await race(setup))
  // If the same process always wins, the two did not overlap.
  expect(outcomes.size).toBeGreaterThan(rounds < 50 ? 0 : 1)
})
