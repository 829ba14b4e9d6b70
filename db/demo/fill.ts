import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Tx } from '../index.ts'
import { insertEvent } from '../outbox.ts'
import { addAnswers, addResponse, countPeople } from './answers.ts'
import { addListing, type DemoListing } from './listings.ts'
import { addPlacement } from './money.ts'
import { fillPeople } from './people.ts'
import { demoTime } from './time.ts'

const day = 86_400_000

/**
 * Adds the demo market: people, orders and vacancies in every state, dated from `now`.
 * @param market `staff`: true if the demo runs with the stand-ins of Telegram and Robokassa. Then some demo people are
 * staff, and all have started the bot.
 */
export async function fillDemo(tx: Tx, { now, staff }: { now: Date; staff: boolean }): Promise<void> {
  const joinedAt = new Date(now.getTime() - 60 * day).toISOString()
  const people = await fillPeople(tx, { joinedAt, staff })
  const time = demoTime(now, people)
  const market = [
    ...(await readDemoFile('orders.json')).map((listing) => ({ kind: 'order' as const, listing })),
    ...(await readDemoFile('vacancies.json')).map((listing) => ({ kind: 'vacancy' as const, listing })),
  ]
  const addedListings: { id: number; listing: DemoListing }[] = []
  for (const { kind, listing } of market) {
    const id = await addListing(tx, kind, listing, time)
    if (id === undefined) continue
    await addPlacement(tx, kind, listing, id, time)
    addedListings.push({ id, listing })
  }
  // Lists of responses are sorted by id, so older responses are added first.
  const responses = addedListings.flatMap(({ id, listing }) =>
    listing.responses.map((response) => ({ id, response })),
  )
  for (const { id, response } of responses.toSorted((a, b) => b.response.hours_ago - a.response.hours_ago))
    await addResponse(tx, response, id, time)
  for (const { id, listing } of addedListings) await addAnswers(tx, listing, id, time)
  await showToModerators(tx, now)
  // If no listing was added, the profile counters of demo people stay, because they may include later deals.
  if (addedListings.length > 0) await countPeople(tx, [...people.values()])
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
