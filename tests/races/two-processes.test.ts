import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignTwo } from './assign-two.ts'
import { createOnOneKey, createTwice } from './create-twice.ts'
import { favouriteToggle } from './favourite-toggle.ts'
import { lastSlot } from './last-slot.ts'
import { respondTwice } from './respond-twice.ts'
import { type Round, runRounds } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'
import { twoModerators } from './two-moderators.ts'

/** Two processes of the API are asked for the same thing at once: `RACE_ROUNDS=1000 node start.mjs test tests/races`. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const races: [string, (stage: Stage) => Promise<Round>][] = [
  ['respond twice', respondTwice],
  ['assign two executors', assignTwo],
  ['two moderators', twoModerators],
  ['favourite on and off', favouriteToggle],
  ['last boost slot', lastSlot],
  ['create twice', createTwice],
  ['one key for two orders', createOnOneKey],
]

test.each(races)('%s: exactly one winner', { timeout: 120_000 }, async (name, race) => {
  const outcomes = await runRounds(name, await race(stage))
  expect(outcomes.size).toBeGreaterThan(0)
})
