import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { keepCount, recallCount } from '#services/core/kept-counts.ts'
import { blockedFor } from './blocks.ts'

/** How many people match: counted for everybody, and right for each who asks. */

const countCap = limits.totals.exact
/** Counted farther, so that it holds as well for who does not see some of them. */
const margin = 100
/** Fewer are counted at every moment. */
const fewest = 100

/** `found`: where the matches come from; `matching`: what they are, over `person`. */
type Matches = { found: RawBuilder<unknown>; matching: RawBuilder<unknown>; viewer_id: number }

/** Who does not see the viewer, or is not seen. */
export const blocked = (viewer_id: number) =>
  sql`blocked as materialized (select array(${blockedFor(viewer_id)}) as ids)`
export const blockedIds = sql`(select ids from blocked)::bigint[]`

/** How many match in the eyes of everybody, and how many of those the viewer sees. */
async function countMatches(db: Db, { found, viewer_id }: Matches): Promise<{ all: number; seen: number }> {
  const { rows } = await sql<{ all: number; seen: number }>`
    with ${blocked(viewer_id)}
    select count(*)::int as all, (count(*) filter (where matches.id <> all (${blockedIds})))::int as seen
    from (select person.id ${found}
      limit ${sql.lit(countCap + margin + 1)} + cardinality(${blockedIds})) matches`.execute(db)
  return rows[0] ?? { all: 0, seen: 0 }
}

/** How many of those who match the viewer does not see; they are few, and are looked up. */
async function countUnseen(db: Db, { matching, viewer_id }: Matches): Promise<number> {
  const { rows } = await sql<{ unseen: number }>`select count(*)::int as unseen from users person
    where person.id = any(array(${blockedFor(viewer_id)})) and ${matching}`.execute(db)
  return rows[0]?.unseen ?? 0
}

/** How many match in all, which may have been counted a moment ago, and where it was not how many of them the viewer sees. */
export async function findTotal(
  ctx: Context,
  db: Db,
  name: string,
  matches: Matches,
): Promise<{ all: number; seen?: number }> {
  const known = recallCount(ctx, name)
  if (known !== undefined) return { all: known }
  const counted = await countMatches(db, matches)
  if (counted.all > fewest) keepCount(ctx, name, counted.all)
  return counted
}

/** How many of all that match a viewer sees, where that was not counted. */
export async function seenOf(db: Db, all: number, matches: Matches): Promise<number> {
  const unseen = await countUnseen(db, matches)
  if (all <= countCap + margin) return all - unseen
  return unseen > margin ? (await countMatches(db, matches)).seen : all
}
