import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { share } from '#tests/support/run/share.ts'
import { runChannelKills } from './channels.ts'

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const listings = share(400, 80)

test(`${listings} posts in channels, with the workers killed, seed ${seed}`, async () => {
  process.stdout.write(`Seed ${seed}\n`)
  const { violations, ...figures } = await runChannelKills({ listings, kills: 3, seed }, () => undefined)
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(violations).toEqual([])
  expect(figures.posted).toBeGreaterThan(0)
}, 400_000)
