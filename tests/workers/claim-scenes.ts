import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach } from 'vitest'
import { type ClaimedDelivery, claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { type NewDelivery, queueDelivery } from '#services/notifications/outbox/queue.ts'
import { insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Prepares rows of messages to be sent, without a process that sends them, and with a clock that the tests set. */

export const startMs = Date.parse('2026-03-02T09:00:00Z')
export const group = -1_001_000_000_009
export let setup: WorkerSetup
export let author: number
/** Seconds that the clock has advanced since `startMs`. */
let secondsPassed: number

/** Starts each test of a file at the same time and without any messages. */
export function prepareClaimTests(): void {
  beforeAll(async () => {
    setup = await setUpWorkers()
    setup.ctx.now = () => new Date(startMs + secondsPassed * 1000)
    author = await insertReader()
  })
  beforeEach(async () => {
    secondsPassed = 0
    await setup.ctx.db.deleteFrom('deliveries').execute()
  })
}

export const timeText = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()

/** Sets the clock to this number of seconds after `startMs`. */
export function setSecondsPassed(seconds: number): void {
  secondsPassed = seconds
}

export async function insertReader(): Promise<number> {
  return (await insertPerson(setup, { in_telegram: false })).id
}

export type QueueOptions = Partial<
  Pick<NewDelivery<'account_restored'>, 'lane' | 'priority' | 'to' | 'dedupe_key'>
>

/**
 * Queues a message that is due now.
 * @returns the key of the message
 */
export async function queueMessage(options: QueueOptions = {}): Promise<string> {
  const { to = { user_id: await insertReader() }, dedupe_key = randomUUID(), ...otherOptions } = options
  const delivery = { kind: 'account_restored', payload: {}, to, dedupe_key, ...otherOptions } as const
  await setup.ctx.db
    .transaction()
    .execute((tx) => queueDelivery(setup.ctx, tx, delivery as NewDelivery<'account_restored'>))
  return dedupe_key
}

export const claimBatch = (limit = 10, bulkLimit = limit) =>
  claimDeliveries(setup.ctx.db, {
    limit,
    bulk: bulkLimit,
    now: timeText(secondsPassed),
    lease_until: timeText(secondsPassed + 5),
  })

/** Returns the keys of the claimed messages, in the order in which they were claimed. */
export async function keysOf(deliveries: ClaimedDelivery[]): Promise<string[]> {
  const rows = await setup.ctx.db.selectFrom('deliveries').select(['id', 'dedupe_key']).execute()
  return deliveries.map(({ id }) => rows.find((row) => row.id === id)?.dedupe_key ?? '')
}
export const claimKeys = async (limit?: number, bulkLimit?: number) =>
  keysOf(await claimBatch(limit, bulkLimit))

export const changeDelivery = (key: string, columns: Record<string, unknown>) =>
  setup.ctx.db
    .updateTable('deliveries')
    .set({ ...('state' in columns && { lease_until: null }), ...columns })
    .where('dedupe_key', '=', key)
    .execute()
export const row = (key: string) =>
  setup.ctx.db.selectFrom('deliveries').selectAll().where('dedupe_key', '=', key).executeTakeFirstOrThrow()
