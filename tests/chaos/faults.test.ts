import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { everyNth, share } from '#tests/support/run/share.ts'
import { runFailover } from './failover.ts'
import { runFaults } from './faults.ts'

const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const stopFaults = [
  'stopped-api',
  'stopped-bot',
  'stopped-workers',
  'stopped-redis',
  'stopped-postgres',
] as const
const names = everyNth(6, [...stopFaults, 'connections'] as const)
const output: string[] = []
const printLine = (line: string) => void output.push(line)

test.each(names)(
  `orders are sold over a fault, and nothing is lost or doubled: %s, seed ${seed}`,
  async (name) => {
    expect(await runFaults([name], seed, printLine), output.join('\n')).toEqual([])
  },
  300_000,
)

test.runIf(share(true, false)).each(['postgres', 'redis'] as const)(
  'a standby of %s takes over in the middle of orders, and none is lost',
  async (serverName) => {
    expect(await runFailover(30, serverName, printLine), output.join('\n')).toEqual([])
  },
  300_000,
)
