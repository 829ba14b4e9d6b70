import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
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
  await waitUntilFresh()
  await pauseReplay()
  const pausedAt = Date.now()
  const { anna, order } = await publishedOrder(api)
  const [readersList, authorsList] = await Promise.all([readListedIds(reader), readListedIds(anna)])
  // The API uses a standby that lags by at most two seconds, so this check must run earlier.
  expect(Date.now() - pausedAt).toBeLessThan(1600)
  expect({ others: readersList.includes(order.id), own: authorsList.includes(order.id) }).toEqual({
    others: false,
    own: true,
  })
  await resumeReplay()
  await eventually(async () => (await readListedIds(reader)).includes(order.id))
})

test('a replica that is behind by more than the limit is not asked', async () => {
  await waitUntilFresh()
  await pauseReplay()
  const { order } = await publishedOrder(api)
  const startedAt = Date.now()
  await eventually(async () => (await readListedIds(reader)).includes(order.id))
  expect(Date.now() - startedAt).toBeLessThan(limits.replica.behindMs + 1000)
  await resumeReplay()
})

test('people are searched there too', async () => {
  await waitUntilFresh()
  const everybody = { body: { filters: {}, sort: 'newest' as const } }
  await pauseReplay()
  const newcomer = await freelancer(api)
  const { items } = await reader.call('POST /api/users/get_all_users', everybody)
  expect(items.map(({ id }) => id)).not.toContain(newcomer.id)
  await resumeReplay()
})

test('own listings are read where they were written', async () => {
  const { anna, order } = await publishedOrder(api)
  await waitUntilFresh()
  await pauseReplay()
  await api.owner
    .updateTable('orders')
    .set({ subtitle: 'Новый текст' })
    .where('listing_id', '=', order.id)
    .execute()
  await forgetWriting(anna)
  const { items } = await anna.call('POST /api/projects', { body: { filters: { client_id: anna.id } } })
  expect(items.map(({ subtitle }) => subtitle)).toEqual(['Новый текст'])
  await resumeReplay()
})

test('a replica that goes away is missed by nobody', async () => {
  await waitUntilFresh()
  const listBefore = await readListedIds(reader)
  gate.switchTo(9)
  for (let round = 0; round < 5; round += 1) expect(await readListedIds(reader)).toEqual(listBefore)
  await eventually(() => !api.ctx.replica?.isFresh())
  expect(await readListedIds(reader)).toEqual(listBefore)
})
