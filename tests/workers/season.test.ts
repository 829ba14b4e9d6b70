import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MoneyWorld, openMoneyWorld } from '#tests/money/world.ts'
import { runSeason } from '#tests/season/season.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

/** Simulates a market of a few days. `npm run season` simulates a full season. */

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld(await takeInfrastructure())
})
afterAll(() => world.close())

test('a small market: every response and invitation ends and is told, boosts come back unseen, nobody is flooded', async () => {
  const size = { days: 4, seed: 12, authors: 8, freelancers: 8, responding: 0.8 }
  const { problems, figures, table } = await runSeason(world, size, () => {})
  expect({ problems, table }).toMatchObject({ problems: [] })
  // The simulation proves something only if each of these events has occurred in it.
  for (const name of [
    'responses',
    'told',
    'boosts',
    'credited',
    'answered',
    'invited',
    'inviteAnswers',
    'inviteEnds',
    'requests',
    'requestsLapsed',
  ])
    expect({ [name]: figures[name] }).toEqual({ [name]: expect.toSatisfy((number: number) => number > 0) })
}, 120_000)
