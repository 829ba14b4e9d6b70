import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { connect, type Db } from '#db/index.ts'
import { insertEvent } from '#db/outbox.ts'
import { events } from '#services/core/records/events.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries } from '#stand-ins/launcher/paths.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

export type FanOut = {
  /** Subscribers to new orders; every hundredth has blocked the bot. */
  subscribers: number
  /** Factor by which Telegram's usual rate limits are raised. */
  scale: number
  /** Number of processes that send the messages. */
  processes: number
}

const firstId = 8_000_000_000
const blockedEvery = 100

/** Starts a Telegram stand-in with rate limits, many subscribers, and several processes that send messages. */
export async function setUpFanOut({ subscribers, scale, processes }: FanOut) {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-fan-out-'))
  const people_file = path.join(folder, 'people.json')
  const people = Array.from({ length: subscribers }, (_, index) => ({
    id: firstId + index,
    first_name: `Человек ${index}`,
    blocked: index % blockedEvery === blockedEvery - 1,
  }))
  await writeFile(people_file, JSON.stringify(people))
  const env = { TELEGRAM_RATE_SCALE: String(scale), LOG_LEVEL: 'info' }
  const world = await startWorld({
    own_servers: true,
    roles: ['telegram'],
    people_file,
    env,
    isStateless: true,
  })
  const db = connect(world.owner_url)
  const listing_id = await fillDatabase(db, subscribers)
  await world.telegram.post('/limits', { scale })
  const senders: { stop(): Promise<void> }[] = []
  return {
    world,
    db,
    listing_id,
    async startSending(): Promise<void> {
      for (let index = 1; index <= processes; index++) {
        const name = `workers-${index}`
        const startProcess = await nodeProcess({
          name,
          entry: entries.workers,
          env: world.env,
          logFolder: world.logs,
        })
        senders.push(await startProcess())
      }
    },
    async stop(): Promise<void> {
      await Promise.all(senders.map((sender) => sender.stop()))
      await db.destroy()
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type FanOutSetup = Awaited<ReturnType<typeof setUpFanOut>>

async function fillDatabase(db: Db, subscribers: number): Promise<number> {
  await sql`
    insert into users (telegram_id, full_name, can_write, category_id)
    select ${firstId}::bigint + n, 'Человек ' || n, true, 101 from generate_series(0, ${subscribers}::int - 1) n
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    with author as (insert into users (telegram_id, full_name) values (${firstId - 1}::bigint, 'Автор') returning id)
    insert into listings (kind, author_id, status, title, content_hash, price, payment_format, category_id,
      is_remote, published_at, expires_at)
    select 'order', id, 'published', 'Сайт для кофейни', 'fan-out', 250000, 'fixed', 101, true, now(), now() + interval '30 days'
    from author returning id`.execute(db)
  await sql`analyze`.execute(db)
  return Number(rows[0]?.id)
}

/** Publishes the order. The product then notifies the subscribers. */
export async function publishListing({
  db,
  listing_id,
}: Pick<FanOutSetup, 'db' | 'listing_id'>): Promise<void> {
  const { consumers } = events['listing.published']
  const event = { topic: 'listing.published', payload: { listing_id }, consumers, request_id: null }
  await db.transaction().execute((tx) => insertEvent(tx, { ...event, now: new Date().toISOString() }))
}

export type RecordedCall = {
  at: number
  ok: boolean
  error_code?: number
  description?: string
  params: { chat_id?: number }
}

export const callsSince = ({ telegram }: World, since: number) =>
  telegram.get<RecordedCall[]>(`/calls?method=sendMessage&since=${since}`)
