import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { share } from '#tests/support/run/share.ts'
import { runChaos } from './chaos.ts'
import { makePlans } from './plan.ts'

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const round = 5
/** Five runs kill each server once. */
const runs = share(round, 2)

test(`${runs} runs of payment to publication with a part killed in each, seed ${seed}`, async () => {
  process.stdout.write(`Seed ${seed}\n`)
  const output: string[] = []
  const { violations, orders } = await runChaos(makePlans(runs, seed), (line) => output.push(line))
  process.stdout.write(`${output.at(-1)}\n`)
  expect(violations, output.join('\n')).toEqual([])
  expect(orders).toBe(5 * runs)
}, 400_000)

test('the same seed gives the same plans, and every part has its turn', () => {
  const plans = makePlans(round, seed)
  expect(makePlans(round, seed)).toEqual(plans)
  expect(new Set(plans.map(({ victim }) => victim)).size).toBe(5)
})
