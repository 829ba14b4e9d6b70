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
import { type Api, generous, startApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openGate } from '#tests/support/servers/gate.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { startPair } from '#tests/support/servers/postgres-pair.ts'

/** Lists are read from a standby, whose replay is paused and resumed. */

let api: Api
let standby: Db
let gate: Awaited<ReturnType<typeof openGate>>
/** A reader without recent writes, whose account is on the standby. */
let reader: Person

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-replica-'))
  await chmod(folder, 0o755)
  const pair = await startPair(folder)
  gate = await openGate(Number(new URL(pair.standby_url).port))
  standby = connect(pair.standby_url, { max: 1 })
  const { redis_url, redis_prefix } = await takeInfrastructure()
  const replica = new URL(appAddress(pair.standby_url))
  replica.port = String(gate.port)
  const deployment = { database_url: appAddress(pair.url), redis_url, redis_prefix, people_file: '' }
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  const env = productEnvironment({ ...deployment, ...ports, secrets: newSecrets() })
  const started = await startApi(pair.url, { ...env, ...generous, DATABASE_REPLICA_URL: replica.href })
  atEnd(async () => {
    await started.close()
    await standby.destroy()
    gate.close()
    await pair.part.stop()
    await rm(folder, { recursive: true, force: true })
  })
  api = started
  reader = await freelancer(api)
  await forgetWriting(reader)
}, 120_000)

/** Simulates that the person has written nothing for half a minute. */
const forgetWriting = ({ id }: Person) => api.ctx.redis.del(`wrote-${id}`)

const hold = () => sql`select pg_wal_replay_pause()`.execute(standby)
const goOn = () => sql`select pg_wal_replay_resume()`.execute(standby)
const isFollowed = () => eventually(() => api.ctx.replica?.isFresh())

async function seenBy(person: Person): Promise<number[]> {
  const { items } = await person.call('POST /api/projects', { body: { sort: 'newest' } })
  return items.map(({ id }) => id)
}

test('the doctor knows how near it is, and that a server which repeats nothing is none', async () => {
  await expect(checkReplica(api.ctx)).resolves.toMatchObject([{ about: 'replica', state: 'ok' }])
  const { config } = api.ctx
  const itself = { ...api.ctx, config: { ...config, DATABASE_REPLICA_URL: config.DATABASE_URL } }
  await expect(checkReplica(itself)).resolves.toMatchObject([{ state: 'bad', found: 'repeats nothing' }])
})

test('lists come from the replica, and whoever has just written sees the newest', async () => {
  await isFollowed()
  await hold()
  const held = Date.now()
  const { anna, order } = await publishedOrder(api)
  const [others, own] = await Promise.all([seenBy(reader), seenBy(anna)])
  // The replica may lag for two seconds at most, so the check must run earlier.
  expect(Date.now() - held).toBeLessThan(1600)
  expect({ others: others.includes(order.id), own: own.includes(order.id) }).toEqual({
    others: false,
    own: true,
  })
  await goOn()
  await eventually(async () => (await seenBy(reader)).includes(order.id))
})

test('a replica that is behind by more than the limit is not asked', async () => {
  await isFollowed()
  await hold()
  const { order } = await publishedOrder(api)
  const since = Date.now()
  await eventually(async () => (await seenBy(reader)).includes(order.id))
  expect(Date.now() - since).toBeLessThan(limits.replica.behindMs + 1000)
  await goOn()
})

test('people are searched there too', async () => {
  await isFollowed()
  const everybody = { body: { filters: {}, sort: 'newest' as const } }
  await hold()
  const newcomer = await freelancer(api)
  const { items } = await reader.call('POST /api/users/get_all_users', everybody)
  expect(items.map(({ id }) => id)).not.toContain(newcomer.id)
  await goOn()
})

test('own listings are read where they were written', async () => {
  const { anna, order } = await publishedOrder(api)
  await isFollowed()
  await hold()
  await api.owner
    .updateTable('orders')
    .set({ subtitle: 'Новый текст' })
    .where('listing_id', '=', order.id)
    .execute()
  await forgetWriting(anna)
  const { items } = await anna.call('POST /api/projects', { body: { filters: { client_id: anna.id } } })
  expect(items.map(({ subtitle }) => subtitle)).toEqual(['Новый текст'])
  await goOn()
})

test('a replica that goes away is missed by nobody', async () => {
  await isFollowed()
  const before = await seenBy(reader)
  gate.leadTo(9)
  for (let turn = 0; turn < 5; turn += 1) expect(await seenBy(reader)).toEqual(before)
  await eventually(() => !api.ctx.replica?.isFresh())
  expect(await seenBy(reader)).toEqual(before)
})
