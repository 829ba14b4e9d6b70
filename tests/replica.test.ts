import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { connect, type Db } from '#db/index.ts'
import { checkReplica } from '#services/cli/checks/replica.ts'
import { appAddress } from '#stand-ins/infra/postgres.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { type Api, relaxedLimits, startApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openGate } from '#tests/support/servers/gate.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { startPair } from '#tests/support/servers/postgres-pair.ts'

/** The API reads lists from a standby of Postgres. The tests pause and resume the standby's replay. */

let api: Api
let standbyDb: Db
let gate: Awaited<ReturnType<typeof openGate>>
/** A person who has written nothing recently. The person's account exists on the standby. */
let reader: Person

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-replica-'))
  await chmod(folder, 0o755)
  const serverPair = await startPair(folder)
  gate = await openGate(Number(new URL(serverPair.standby_url).port))
  standbyDb = connect(serverPair.standby_url, { max: 1 })
  const { redis_url, redis_prefix } = await takeInfrastructure()
  const replica = new URL(appAddress(serverPair.standby_url))
  replica.port = String(gate.port)
  const deployment = { database_url: appAddress(serverPair.url), redis_url, redis_prefix, people_file: '' }
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  const env = productEnvironment({ ...deployment, ...ports, secrets: newSecrets() })
  const startedApi = await startApi(serverPair.url, {
    ...env,
    ...relaxedLimits,
    DATABASE_REPLICA_URL: replica.href,
  })
  atEnd(async () => {
    await startedApi.close()
    await standbyDb.destroy()
    gate.close()
    await serverPair.control.stop()
    await rm(folder, { recursive: true, force: true })
  })
  api = startedApi
  reader = await freelancer(api)
  await forgetWriting(reader)
}, 120_000)

/** Removes the record that the person has written recently, as after half a minute. */
const forgetWriting = ({ id }: Person) => api.ctx.redis.del(`wrote-${id}`)

const pauseReplay = () => sql`select pg_wal_replay_pause()`.execute(standbyDb)
const resumeReplay = () => sql`select pg_wal_replay_resume()`.execute(standbyDb)
const waitUntilFresh = () => eventually(() => api.ctx.replica?.isFresh())
// A failed test must not leave a standby that never catches up.
afterEach(resumeReplay)

/** Milliseconds within which a check ends before the API stops using a standby that repeats nothing more. */
const checkMs = limits.replica.behindMs - 400

/**
 * Writes while the standby repeats nothing, and reads at once. A busy machine may need longer than the API uses such a
 * standby; then everything is done again.
 */
async function readBeforeReplay<T>(write: (round: number) => Promise<unknown>, read: () => Promise<T>) {
  for (let round = 0; round < 10; round += 1) {
    await waitUntilFresh()
    await pauseReplay()
    const pausedAt = performance.now()
    await write(round)
    const found = await read()
    const took = performance.now() - pausedAt
    await resumeReplay()
    if (took < checkMs) return { found, round }
  }
  throw new Error(`ten rounds took longer than ${checkMs} ms each`)
}
const textOf = (round: number) => `Новый текст ${round}`

async function readListedIds(person: Person): Promise<number[]> {
  const { items } = await person.call('POST /api/projects', { body: { sort: 'newest' } })
  return items.map(({ id }) => id)
}

test('the doctor knows how near it is, and that a server which repeats nothing is none', async () => {
  await expect(checkReplica(api.ctx)).resolves.toMatchObject([{ about: 'replica', state: 'ok' }])
  const { config } = api.ctx
  const primaryAsReplica = { ...api.ctx, config: { ...config, DATABASE_REPLICA_URL: config.DATABASE_URL } }
  await expect(checkReplica(primaryAsReplica)).resolves.toMatchObject([
    { state: 'bad', found: 'repeats nothing' },
  ])
})

test('lists come from the replica, and whoever has just written sees the newest', async () => {
  const { anna, order } = await publishedOrder(api)
  const readText = async (person: Person) => {
    const { items } = await person.call('POST /api/projects', { body: { sort: 'newest' } })
    return items.find(({ id }) => id === order.id)?.subtitle
  }
  await eventually(() => readText(reader))
  const setText = (subtitle: string) =>
    api.owner.updateTable('orders').set({ subtitle }).where('listing_id', '=', order.id).execute()
  const { found, round } = await readBeforeReplay(
    (round) => setText(textOf(round)),
    () => Promise.all([readText(reader), readText(anna)]),
  )
  expect(found[0]).not.toBe(textOf(round))
  expect(found[1]).toBe(textOf(round))
  await expect.poll(() => readText(reader)).toBe(textOf(round))
})

test('a replica that is behind by more than the limit is not asked', async () => {
  await waitUntilFresh()
  await pauseReplay()
  const { order } = await publishedOrder(api)
  const startedAt = Date.now()
  await eventually(async () => (await readListedIds(reader)).includes(order.id))
  // As long as the standby counts as recent, and the time of one answer of a busy machine.
  expect(Date.now() - startedAt).toBeLessThan(limits.replica.behindMs + 8000)
})

test('people are searched there too', async () => {
  const newcomer = await freelancer(api)
  const readName = async () => {
    const body = { filters: {}, sort: 'newest' as const }
    const { items } = await reader.call('POST /api/users/get_all_users', { body })
    return items.find(({ id }) => id === newcomer.id)?.full_name
  }
  await eventually(readName)
  const { found, round } = await readBeforeReplay(
    (round) =>
      api.owner
        .updateTable('users')
        .set({ full_name: textOf(round) })
        .where('id', '=', newcomer.id)
        .execute(),
    readName,
  )
  expect(found).not.toBe(textOf(round))
  await expect.poll(readName).toBe(textOf(round))
})

test('own listings are read where they were written', async () => {
  const { anna, order } = await publishedOrder(api)
  const { found, round } = await readBeforeReplay(
    async (round) => {
      const change = api.owner.updateTable('orders').set({ subtitle: textOf(round) })
      await change.where('listing_id', '=', order.id).execute()
      await forgetWriting(anna)
    },
    () => anna.call('POST /api/projects', { body: { filters: { client_id: anna.id } } }),
  )
  expect(found.items.map(({ subtitle }) => subtitle)).toEqual([textOf(round)])
})

test('a replica that goes away is missed by nobody', async () => {
  await waitUntilFresh()
  const listBefore = await readListedIds(reader)
  gate.switchTo(9)
  for (let round = 0; round < 5; round += 1) expect(await readListedIds(reader)).toEqual(listBefore)
  await eventually(() => !api.ctx.replica?.isFresh())
  expect(await readListedIds(reader)).toEqual(listBefore)
})
