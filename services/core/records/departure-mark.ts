import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { DepartureKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Returns a keyed hash of a Telegram id. It recognizes a returning person who deleted their account; without the key it
 * identifies nobody.
 */
export function departureMark({ config }: Pick<Context, 'config'>, telegram_id: number): string {
  return createHmac('sha256', Buffer.from(config.DEPARTURE_KEY, 'hex'))
    .update(String(telegram_id))
    .digest('hex')
}

/** Kinds of acts with a daily limit. */
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

/** Counts the acts of a kind that a person has done since a given time in accounts that are deleted by now. */
export async function countDeparted(
  db: Db,
  user_id: number,
  kind: DayCounter,
  since: string,
): Promise<number> {
  const [row] = await countDepartedQuery(db, { user_id, kind, since })
  return row?.count ?? 0
}
