import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { share } from '#tests/support/run/share.ts'
import { makeKills, runFanOutKills } from './fan-out.ts'

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const kills = share(20, 5)

test(`${kills} kills of senders and Redis during fan-outs, seed ${seed}`, async () => {
  process.stdout.write(`Seed ${seed}\n`)
  const { violations, ...figures } = await runFanOutKills(makeKills(kills, seed), () => undefined)
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(violations).toEqual([])
  expect(figures.transactional).toBe(kills)
}, 400_000)
