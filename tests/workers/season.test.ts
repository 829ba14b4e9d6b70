import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MoneyWorld, openMoneyWorld } from '#tests/money/world.ts'
import { runSeason } from '#tests/season/season.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

/** A small season; `npm run season` runs a full one. */

let world: MoneyWorld
beforeAll(async () => {
  world = await openMoneyWorld(await takeInfrastructure())
})
afterAll(() => world.close())

test('a small market: every response and invitation ends and is told, boosts come back unseen, nobody is flooded', async () => {
  const size = { days: 4, seed: 12, authors: 8, freelancers: 8, responding: 0.8 }
  const { problems, figures, table } = await runSeason(world, size, () => {})
  expect({ problems, table }).toMatchObject({ problems: [] })
  // The result means something only if each of these events occurred.
  for (const name of [
    'responses',
    'told',
    'boosts',
    'credited',
    'answered',
    'invited',
    'inviteAnswers',
    'inviteEnds',
  ])
    expect({ [name]: figures[name] }).toEqual({ [name]: expect.toSatisfy((number: number) => number > 0) })
}, 120_000)
