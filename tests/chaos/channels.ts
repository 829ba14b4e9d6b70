import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { connect, type Db } from '#db/index.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

/** Posts in channels while the workers that send them are killed. */

export type ChannelPlan = { listings: number; kills: number; seed: number }
export type ChannelSummary = ChannelPlan & {
  posted: number
  edited: number
  /** Posts that may stand in a channel without the product knowing, one per kill and channel at most. */
  unknown: number
  /** Longest time in seconds from the end of a listing to the change of its post. */
  slowest_end_s: number
  violations: string[]
  ms: number
}

type Message = { message_id: number; text?: string; date: number; edit_date?: number }
type PostRow = {
  listing_id: number
  channel_id: number
  message_id: number | null
  state: string
  title: string
}
type Ended = Map<number, { status: 'archived' | 'hidden'; at: number }>

/** Longest time in seconds that a post may go on saying that a listing is open. */
const maxEndS = 60
const batch = 20
/** Share of the listings that end while others are posted. */
const endedShare = 0.3

/**
 * Publishes orders for two channels in small batches, ends some of them, and kills the workers at random moments. Then
 * compares the channels with the listings.
 */
export async function runChannelKills(
  plan: ChannelPlan,
  printLine: (line: string) => void,
): Promise<ChannelSummary> {
  const startedAt = Date.now()
  // The limits of Telegram are off, and the product's own pace is a hundred times the usual one.
  const env = { TELEGRAM_RATE_SCALE: '100' }
  const world = await startWorld({ own_servers: true, roles: ['telegram', 'workers'], env })
  const db = connect(world.owner_url, { onError: () => undefined })
  try {
    await world.telegram.post('/limits', { enabled: false })
    // A slow answer makes it likely that a kill interrupts a post.
    await world.telegram.post('/faults', { method: 'sendMessage', delay_ms: 10, times: 0 })
    const channels = [await addChannel(world, db, 'Все'), await addChannel(world, db, 'Тоже все')]
    const ended: Ended = new Map()
    const work = { isOver: false }
    const killing = killWorkers(world, plan, work)
    await publishAll(db, plan, ended, printLine)
    work.isOver = true
    await killing
    const isIdle = await waitUntilIdle(db, plan)
    const violations = isIdle ? [] : ['the posts never came to rest']
    const rows = await readPosts(db)
    let slowest_end_s = 0
    for (const channel of channels) {
      const messages = await world.telegram.get<Message[]>(
        `/messages?chat_id=${channel.chat_id}&limit=1000000`,
      )
      const audit = auditChannel(
        messages,
        rows.filter((row) => row.channel_id === channel.id),
        ended,
      )
      violations.push(...audit.violations)
      slowest_end_s = Math.max(slowest_end_s, audit.slowest_end_s)
    }
    const unknown = rows.filter(({ state }) => state === 'unknown').length
    if (unknown > plan.kills * channels.length) violations.push(`${unknown} unknown posts`)
    return {
      ...plan,
      posted: rows.filter(({ state }) => state === 'posted').length,
      edited: await countEdited(db),
      unknown,
      slowest_end_s,
      violations,
      ms: Date.now() - startedAt,
    }
  } finally {
    await db.destroy()
    await world.stop()
  }
}

async function addChannel(world: World, db: Db, title: string): Promise<{ id: number; chat_id: number }> {
  const { id: chat_id } = await world.telegram.post<{ id: number }>('/channels', { title })
  const now = new Date().toISOString()
  const { id } = await db
    .insertInto('channels')
    .values({
      chat_id,
      title,
      per_hour: 1_000_000,
      is_quiet: false,
      takes_since: now,
      next_at: now,
      checked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, chat_id }
}

/** Kills and restarts the workers at random moments, until all kills are done or everything is published. */
async function killWorkers(world: World, { kills, seed }: ChannelPlan, work: { isOver: boolean }) {
  const pauses = fc.sample(fc.noBias(fc.integer({ min: 200, max: 3000 })), { seed, numRuns: kills })
  for (const pause of pauses) {
    await sleep(pause)
    if (work.isOver) return
    await world.kill('workers')
    await sleep(pause / 10)
    await world.restart('workers')
  }
}

async function publishAll(
  db: Db,
  { listings, seed }: ChannelPlan,
  ended: Ended,
  printLine: (line: string) => void,
): Promise<void> {
  const thousandths = fc.sample(fc.noBias(fc.integer({ min: 0, max: 999 })), { seed, numRuns: listings })
  const author = await db
    .insertInto('users')
    .values({ telegram_id: 8_200_000_000, full_name: 'Автор' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let first = 0; first < listings; first += batch) {
    const count = Math.min(batch, listings - first)
    const now = new Date().toISOString()
    await sql`
      insert into listings (kind, author_id, status, title, content_hash, price, payment_format, published_at, expires_at)
      select 'order', ${author.id}, 'published', 'Заказ № ' || n || '.', 'hash ' || n, 250000, 'fixed', ${now},
        ${now}::timestamptz + interval '30 days'
      from generate_series(${first + 1}::int, ${first + count}::int) n`.execute(db)
    // Some orders end or change at once, before they were posted, others when they stand in the channels.
    const { rows } = await sql<{ id: number }>`
      (select id from listings where status = 'published' order by id desc limit ${batch})
      union
      (select listing.id from listings listing join channel_posts post on post.listing_id = listing.id
        where listing.status = 'published' and post.state = 'posted' order by md5(listing.id || ${String(first)}) limit ${batch})`.execute(
      db,
    )
    for (const [index, { id }] of rows.entries()) {
      const chance = (thousandths[(first + index * 7) % listings] ?? 999) / 1000
      if (chance < endedShare / 3) await endListing(db, id, chance < endedShare / 6, ended)
      else if (chance > 0.9)
        await db
          .updateTable('listings')
          .set({ price: 100_000 + first })
          .where('id', '=', id)
          .execute()
    }
    if (first % 1000 === 0 && first > 0) printLine(`${first} published`)
    await sleep(100)
  }
}

async function endListing(db: Db, id: number, isTaken: boolean, ended: Ended): Promise<void> {
  const status = isTaken ? 'hidden' : 'archived'
  await sql`update listings set status = ${status}, hidden_reason = ${isTaken ? 'staff' : null} where id = ${id}`.execute(
    db,
  )
  ended.set(id, { status, at: Date.now() / 1000 })
}

async function readPosts(db: Db): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select post.listing_id, post.channel_id, post.message_id, post.state, listing.title
    from channel_posts post join listings listing on listing.id = post.listing_id`.execute(db)
  return rows
}

async function countEdited(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from channel_posts where edited_at is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Waits until nothing is left to send or to change. A claim of a killed process holds a channel for 20 seconds. */
async function waitUntilIdle(db: Db, { listings }: ChannelPlan): Promise<boolean> {
  for (const deadline = Date.now() + 90_000 + listings * 300; Date.now() < deadline; await sleep(300)) {
    const { rows } = await sql`
      select listing_id from channel_posts where state in ('waiting', 'sending') or changes > shown_changes
      union all
      select id from listings where status = 'published'
        and not exists (select from channel_posts where listing_id = listings.id) limit 1`.execute(db)
    if (rows.length === 0) return true
  }
  return false
}

/** Compares the messages of one channel with the rows of its posts and with the listings. */
function auditChannel(messages: Message[], rows: PostRow[], ended: Ended) {
  const violations: string[] = []
  let slowest_end_s = 0
  const titles = messages.map(({ text = '' }) => text.split('\n')[0] ?? '')
  const ofTitle = new Map<string, number>()
  for (const title of titles)
    if (title.startsWith('Заказ №')) ofTitle.set(title, (ofTitle.get(title) ?? 0) + 1)
  for (const [title, count] of ofTitle) if (count > 1) violations.push(`${title} is posted ${count} times`)
  const rowOf = new Map(rows.map((row) => [row.message_id, row]))
  const unknownTitles = new Set(rows.filter(({ state }) => state === 'unknown').map(({ title }) => title))
  for (const { message_id, text = '', edit_date = 0, date } of messages) {
    const row = rowOf.get(message_id)
    const end = row && ended.get(row.listing_id)
    const expectedPart =
      end === undefined ? row?.title : end.status === 'hidden' ? 'снят с публикации' : 'Заказ закрыт.'
    if (!row) {
      if (!unknownTitles.has(text.split('\n')[0] ?? '')) violations.push(`nobody knows the message ${text}`)
      continue
    }
    if (!text.includes(expectedPart ?? '')) violations.push(`${row.title}: says ${text}`)
    if (end?.status === 'hidden' && text.includes(row.title)) violations.push(`${row.title}: title left`)
    if (!end) continue
    const told = Math.max(edit_date, date)
    slowest_end_s = Math.max(slowest_end_s, Math.round(told - end.at))
    // Telegram's times are whole seconds.
    if (date > end.at + 2) violations.push(`${row.title}: posted after its end`)
    if (told - end.at > maxEndS + 1) violations.push(`${row.title}: stale for ${Math.round(told - end.at)} s`)
  }
  return { violations, slowest_end_s }
}
