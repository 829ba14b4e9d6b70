import { beforeAll, beforeEach } from 'vitest'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Prepares readers with their messages, and a sender whose clock the tests set. */

export type Reader = Awaited<ReturnType<typeof insertPerson>>
type SentMessage = { text: string; disable_notification?: boolean }

export let setup: WorkerSetup
export let author: Reader
/** Current time of the sender's clock. */
let currentTime: Date

/** Starts each test of a file at noon. The author's orders are announced to readers. */
export function prepareDigestTests(): void {
  beforeAll(async () => {
    setup = await setUpWorkers()
    await setup.telegram.post('/limits', { enabled: false })
    author = await insertPerson(setup)
    setup.ctx.now = () => currentTime
  })
  beforeEach(() => {
    currentTime = new Date(noon)
  })
}

export const noon = '2026-03-02T09:00:00Z'
export const midnight = '2026-03-02T21:00:00Z'
export const morning = '2026-03-03T07:00:00Z'
export const quietNight = { quiet_from: 22 * 60, quiet_to: 9 * 60 }

export function setClock(at: string): void {
  currentTime = new Date(at)
}

export async function reader(columns: Record<string, unknown> = {}): Promise<Reader> {
  const person = await insertPerson(setup)
  if (Object.keys(columns).length > 0)
    await setup.ctx.db.updateTable('users').set(columns).where('id', '=', person.id).execute()
  return person
}

export async function queueNews(reader: Reader, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 1; index <= count; index++) {
    const listing_id = await insertOrder(setup, author.id, { title: `Заказ <${index}>` })
    await queueNewsOf(reader, listing_id)
    ids.push(listing_id)
  }
  return ids
}

/** Announces an existing order to a reader. */
export async function queueNewsOf({ id }: Reader, listing_id: number): Promise<void> {
  const newsFields = { kind: 'new_order', payload: { listing_id, why: 'category' }, lane: 'bulk' } as const
  const dedupe_key = `new_order:${listing_id}:${id}`
  await setup.ctx.db
    .transaction()
    .execute((tx) => queueDelivery(setup.ctx, tx, { ...newsFields, to: { user_id: id }, dedupe_key }))
}

/** Sends all messages that are due at this time, including retries that become due shortly afterwards. */
export async function sendDue(at: string): Promise<void> {
  currentTime = new Date(at)
  const config = { ...setup.ctx.config, TELEGRAM_RATE_SCALE: 100 }
  const sender = startTelegramDelivery({ ...setup.ctx, config }, everyMessage)
  await eventually(async () => {
    const openDeliveries = await setup.ctx.db
      .selectFrom('deliveries')
      .select('next_at')
      .where('state', 'in', ['pending', 'sending'])
      .where('next_at', '<=', new Date(Date.parse(at) + 30_000).toISOString())
      .orderBy('next_at')
      .execute()
    currentTime = new Date(Math.max(currentTime.getTime(), Date.parse(openDeliveries[0]?.next_at ?? at)))
    return openDeliveries.length === 0
  })
  await sender.stop()
}

export async function readReceived({ telegram_id }: Reader): Promise<SentMessage[]> {
  const calls = await setup.telegram.get<{ params: SentMessage }[]>(
    `/calls?method=sendMessage&chat_id=${telegram_id}`,
  )
  return calls.map(({ params }) => params)
}

export function states({ id }: Reader) {
  return setup.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'state', 'next_at', 'error'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .orderBy('kind', 'desc')
    .execute()
}
