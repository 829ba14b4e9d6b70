import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Tx } from '../index.ts'
import { insertEvent } from '../outbox.ts'
import { addAnswers, addResponses, countPeople } from './answers.ts'
import { addListings, type DemoListing, type MarketListing } from './listings.ts'
import { inEnglish, marketPeople, readMarket } from './market/listings.ts'
import { addPictures, type FileStore } from './market/pictures.ts'
import { addPlacements } from './money.ts'
import { deskPeople, fillPeople } from './people.ts'
import { demoTime } from './time.ts'

const day = 86_400_000

export type DemoOptions = {
  /** Time from which the demo market is dated. */
  now: Date
  /** True beside the stand-ins, where demo people have roles in the staff and have met the bot. */
  staff: boolean
  /** True adds the listings and people of `market/`, by which lists fill and figures can be computed. */
  large: boolean
  /** Adds the pictures of the large market; without it there are none. */
  files?: FileStore | undefined
}

/** Adds the demo market: people, orders and vacancies in every state. */
export async function fillDemo(tx: Tx, { now, staff, large, files }: DemoOptions): Promise<void> {
  const joinedAt = new Date(now.getTime() - 60 * day).toISOString()
  const people = await fillPeople(tx, deskPeople, { joinedAt, staff })
  // People of the large market have no chat at the desk and no role.
  if (large)
    for (const [telegram_id, id] of await fillPeople(tx, marketPeople, { joinedAt, staff: false }))
      people.set(telegram_id, id)
  await renewRates(tx, now)
  const time = demoTime(now, people)
  const smallMarket = await readSmallMarket()
  // Own lists are sorted by id, so older listings are added first.
  const market = large
    ? [...smallMarket.map(inEnglish), ...readMarket()].toSorted(
        (a, b) => b.listing.hours_ago - a.listing.hours_ago,
      )
    : smallMarket
  const added = await addListings(tx, market, time)
  await addPlacements(tx, added, time)
  // Lists of responses are sorted by id, so older responses are added first.
  const responses = added.flatMap(({ id, listing }) =>
    listing.responses.map((response) => ({
      listing_id: id,
      isExpired: listing.status === 'expired',
      response,
    })),
  )
  await addResponses(
    tx,
    responses.toSorted((a, b) => b.response.hours_ago - a.response.hours_ago),
    time,
  )
  await addAnswers(tx, added, time)
  if (large && files) await addPictures(tx, time, files)
  await showToModerators(tx, now)
  // If nothing was added, counters stay: demo people may have traded since, and the product counts that.
  if (added.length > 0) await countPeople(tx, [...people.values()])
}

/**
 * Dates the exchange rates of this version to yesterday. The demo market has no source of rates, and the product shows
 * no rate that is older than a week. A source that is set up replaces them with its first rates of a later day.
 */
async function renewRates(tx: Tx, now: Date): Promise<void> {
  const rate_date = new Date(now.getTime() - day).toISOString().slice(0, 10)
  await tx.updateTable('currencies').set({ rate_date }).where('rate_date', '<', rate_date).execute()
}

async function readSmallMarket(): Promise<MarketListing[]> {
  return [
    ...(await readDemoFile('orders.json')).map((listing) => ({ kind: 'order' as const, listing })),
    ...(await readDemoFile('vacancies.json')).map((listing) => ({ kind: 'vacancy' as const, listing })),
  ]
}

/**
 * Sends the moderators a review card for every demo listing that waits for review. A listing that already has a review
 * card gets no second card.
 */
async function showToModerators(tx: Tx, now: Date): Promise<void> {
  const waitingListings = await tx
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('listing.id')
    .where('listing.content_hash', 'like', 'demo:%')
    .where('listing.status', '=', 'moderation')
    .where('task.subject', '=', 'listing')
    .where('task.state', '=', 'open')
    .where('task.message_id', 'is', null)
    .where(
      sql<boolean>`not exists (select from events where topic = 'listing.submitted'
        and (payload->>'listing_id')::bigint = listing.id)`,
    )
    .orderBy('task.created_at')
    .execute()
  for (const { id } of waitingListings)
    await insertEvent(tx, {
      topic: 'listing.submitted',
      payload: { listing_id: id },
      consumers: ['moderation'],
      request_id: null,
      now: now.toISOString(),
    })
}

async function readDemoFile(name: string): Promise<DemoListing[]> {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'))
}
