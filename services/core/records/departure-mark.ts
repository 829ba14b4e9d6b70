import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { DepartureKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Returns a hash of a Telegram id with a secret key. It recognizes a person who deleted an account and returns. Without
 * the key, nobody can derive the Telegram id from the hash.
 */
export function departureMark({ config }: Pick<Context, 'config'>, telegram_id: number): string {
  return createHmac('sha256', Buffer.from(config.DEPARTURE_KEY, 'hex'))
    .update(String(telegram_id))
    .digest('hex')
}

/** Kinds of actions that have a daily limit. */
export type DayCounter = Extract<DepartureKind, 'posts' | 'responses' | 'reports' | 'uploads' | 'rooms'>

const countDepartedQuery = prepare(
  (_, { user_id, kind, since }: { user_id: number; kind: DayCounter; since: string }) => sql<{
    count: number
  }>`
    select count(*)::int as count from users person
    join departures departure on departure.mark = person.departed_mark and departure.kind = ${kind},
    unnest(departure.moments) moment
    where person.id = ${user_id} and moment > ${since}`,
)

/** Counts a person's actions of a kind since a given time in accounts that the person has deleted since. */
export async function countDeparted(
  db: Db,
  user_id: number,
  kind: DayCounter,
  since: string,
): Promise<number> {
  const [row] = await countDepartedQuery(db, { user_id, kind, since })
  return row?.count ?? 0
}
