import { afterAll, expect, test } from 'vitest'
import { borrowInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { runModel } from './money.ts'
import { openMoneyWorld } from './world.ts'

/** A small number of plans for every test run; `npm run money` runs thousands. */
const runs = 16

test(`${runs} seeded sequences: every kopeck and Star ends somewhere, and nothing counts twice`, async () => {
  const infrastructure = await borrowInfrastructure()
  const world = await openMoneyWorld(infrastructure)
  afterAll(async () => {
    await world.close()
    await infrastructure.release()
  })
  const printedLines: string[] = []
  const { violations } = await runModel(world, {
    runs,
    seed: 7,
    printLine: (line) => printedLines.push(line),
  })
  expect(violations, printedLines.join('\n')).toBe(0)
  expect(world.api.undeclared).toEqual([])
}, 400_000)
