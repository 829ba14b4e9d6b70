import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { DepartureKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

/** Recognises a person who deleted an account and comes back; without the key it does not tell who that was. */
export function departureMark({ config }: Pick<Context, 'config'>, telegram_id: number): string {
  return createHmac('sha256', Buffer.from(config.DEPARTURE_KEY, 'hex'))
    .update(String(telegram_id))
    .digest('hex')
}

/** What counts towards the limits of a day. */
export type DayCounter = Extract<DepartureKind, 'posts' | 'responses' | 'reports' | 'uploads' | 'rooms'>

const departed = prepare(
  (_, { user_id, kind, since }: { user_id: number; kind: DayCounter; since: string }) => sql<{
    count: number
  }>`
    select count(*)::int as count from users person
    join departures departure on departure.mark = person.departed_mark and departure.kind = ${kind},
    unnest(departure.moments) moment
    where person.id = ${user_id} and moment > ${since}`,
)

/** How often a person did something since a moment in accounts that they have deleted. */
export async function countDeparted(
  db: Db,
  user_id: number,
  kind: DayCounter,
  since: string,
): Promise<number> {
  const [row] = await departed(db, { user_id, kind, since })
  return row?.count ?? 0
}
