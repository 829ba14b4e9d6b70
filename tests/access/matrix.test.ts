import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import type { Context } from '#services/core/context.ts'
import { everyNth, share } from '#tests/support/run/share.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { foreignCanaries, privateTextsOf } from './canaries.ts'
import { answerTo, type Cell, objectFieldOf, objects, requestOf } from './cells.ts'
import { type Code, expectedOf } from './expectations.ts'
import { principals } from './people.ts'
import { type AccessSetup, setUpAccess } from './setup.ts'
import { staffCalls } from './staff-calls.ts'
import { digest, readTables, rowsOf } from './tables.ts'

/**
 * Passes all waiting events to the queues. No worker reads the queues in this test.
 * @returns the jobs as stored in Redis
 */
async function relayJobs(ctx: Context): Promise<string[]> {
  const relay = startRelay(ctx)
  const readWaitingTasks = () =>
    ctx.db
      .selectFrom('event_tasks')
      .select('event_id')
      .where('attempt', '=', 0)
      .where('dead_at', 'is', null)
      .execute()
  try {
    await expect.poll(readWaitingTasks, { timeout: 20_000, interval: 200 }).toEqual([])
  } finally {
    await relay.stop()
  }
  const redis = new Redis(ctx.config.REDIS_URL)
  const jobs: string[] = []
  try {
    for await (const keys of redis.scanStream({ match: `${ctx.config.REDIS_PREFIX}:queue:*`, count: 1000 }))
      for (const key of keys as string[])
        if ((await redis.type(key)) === 'hash') jobs.push(JSON.stringify(await redis.hgetall(key)))
    return jobs
  } finally {
    redis.disconnect()
  }
}

let setup: AccessSetup
let digestBefore: string
const counts = { cells: 0, accepted: 0 }
const startedAt = performance.now()
const table = Object.entries(calls) as [string, Call][]

beforeAll(async () => {
  setup = await setUpAccess()
  digestBefore = await digest(setup.api.ctx.db)
})

const cellsOf = (name: string, call: Call): Cell[] =>
  principals.flatMap((principal) =>
    (objectFieldOf(name, call) ? objects : (['own'] as const)).map((ownership) => ({
      name,
      call,
      principal,
      ownership,
    })),
  )

const expectationOf = (cell: Cell): Code => expectedOf(cell, objectFieldOf(cell.name, cell.call)?.kind)

/**
 * Tries one request of the access matrix. Requests that must be accepted run one by one, each on the unchanged seed
 * data. Requests that must be refused change nothing, so they run concurrently in one database.
 */
async function tryCell(cell: Cell): Promise<string | undefined> {
  const expected = expectationOf(cell)
  const request = requestOf(setup, cell)
  const sendRequest = () => answerTo(setup, request)
  const { outcome, text } = await (expected === 'accepted' ? setup.withRollback(sendRequest) : sendRequest())
  counts.cells++
  if (expected === 'accepted') counts.accepted++
  const label = `${cell.principal}, ${cell.ownership}`
  if (outcome !== expected)
    return `${label}: ${expected} wanted, got ${outcome} ${outcome === 'accepted' ? '' : text.slice(0, 250)}`
  const leaks = foreignCanaries(cell.principal, setup.seed.fixtures.owner.person).filter((word) =>
    text.includes(word),
  )
  return leaks.length ? `${label}: the answer tells ${leaks}` : undefined
}

describe('every call answers everybody as its access says', () => {
  test.each(everyNth(4, table))('%s', async (name, call) => {
    const cells = cellsOf(name, call)
    const isRefused = (cell: Cell) => expectationOf(cell) !== 'accepted'
    const problems = await Promise.all(cells.filter(isRefused).map(tryCell))
    for (const cell of cells) if (!isRefused(cell)) problems.push(await tryCell(cell))
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
  })
})

test('calls of the staff are for those whom the list by name says, and no other call is for the staff', () => {
  const callsOfRole = (role: string) =>
    table.filter(([, { access }]) => access === role).map(([name]) => name)
  expect({ moderator: callsOfRole('moderator').sort(), admin: callsOfRole('admin').sort() }).toEqual(
    staffCalls,
  )
})

test('there are enough cells, and refused ones changed nothing', async () => {
  expect(counts.cells).toBeGreaterThan(share(6000, 1000, 400))
  expect(await digest(setup.api.ctx.db)).toEqual(digestBefore)
})

test('the log tells nothing private of anybody', () => {
  const log = setup.log.join('')
  expect(log.length).toBeGreaterThan(share(100_000, 50_000))
  expect(setup.seed.everybody.flatMap(privateTextsOf).filter((word) => log.includes(word))).toEqual([])
})

test('neither events nor jobs nor messages hold anything private', async () => {
  const jobs = await relayJobs(setup.api.ctx)
  expect(jobs.length).toBeGreaterThan(share(50, 10))
  const rows = rowsOf(await readTables(setup.api.ctx.db)).filter(({ table }) =>
    /^(events|event_tasks)$/.test(table),
  )
  const payloads = [...jobs, ...rows.map((row) => JSON.stringify(row))].join('\n')
  expect(setup.seed.everybody.flatMap(privateTextsOf).filter((word) => payloads.includes(word))).toEqual([])
})

afterAll(() => {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.info(`${counts.cells} cells, ${counts.accepted} of them accepted, in ${seconds} s`)
})
