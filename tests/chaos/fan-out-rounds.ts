import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { announcePublication } from '#services/listings/audience/actions.ts'

/**
 * Number of freelancers per round. Each has a skill that only this round uses, so no message is delayed by a person's
 * hourly limit.
 */
const freelancers = 40
const firstId = 8_100_000_000

export type Round = { title: string; listing_id: number; author: number; freelancers: number[] }

const authorOf = (round: number) => firstId + round * (freelancers + 1)

/** Authors and freelancers of all rounds, in the format of the Telegram stand-in. */
export function roundPeople(rounds: number): { id: number; first_name: string }[] {
  const count = rounds * (freelancers + 1)
  return Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    first_name: `Человек ${index}`,
  }))
}

export async function addPeople(db: Db, rounds: number): Promise<void> {
  await sql`
    with people as (
      insert into users (telegram_id, full_name, can_write)
      select ${firstId}::bigint + n, 'Человек ' || n, true
      from generate_series(0, ${rounds * (freelancers + 1)}::int - 1) n returning id, telegram_id
    )
    insert into user_skills (user_id, name)
    select id, 'round-' || (telegram_id - ${firstId}) / ${freelancers + 1} from people
  `.execute(db)
}

/** Publishes an order, and lets the product notify its author and the round's freelancers. */
export async function publishOrder(db: Db, round: number): Promise<Round> {
  const now = new Date().toISOString()
  const title = `Заказ № ${round + 1}.`
  const author = authorOf(round)
  const listing_id = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; author_id: number }>`
      insert into listings (kind, author_id, status, title, content_hash, price, payment_format, skills, is_remote,
        published_at, expires_at)
      select 'order', id, 'published', ${title}, ${title}, 250000, 'fixed', ${[`round-${round}`]}::text[], true,
        ${now}, ${now}::timestamptz + interval '30 days'
      from users where telegram_id = ${author} returning id, author_id`.execute(tx)
    const id = Number(rows[0]?.id)
    const author_id = Number(rows[0]?.author_id)
    await announcePublication({ now: () => new Date(now), request_id: null }, tx, { id, author_id })
    return id
  })
  const freelancerIds = Array.from({ length: freelancers }, (_, index) => author + 1 + index)
  return { title, listing_id, author, freelancers: freelancerIds }
}
