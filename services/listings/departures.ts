import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/**
 * How many listings have left the market so far, by a sequence that Postgres raises whenever one leaves or is found by
 * other filters than before (db/migrations/0063-departures.ts). Each process looks now and then.
 */
type Mark = { departed: number; at: number }
/** What was seen, the newest first; the last is the only one that is old enough for `departedBefore`. */
type Marks = { seen: Mark[]; looking: Promise<void> | undefined }

/** Looked at so often, so that nobody is told what is older than a total may be. */
const freshMs = limits.totals.ms / 2
/** What was raised so long ago is committed, and has reached a replica that is read from. */
const settledMs = limits.replica.behindMs

const marks = new WeakMap<Db, Marks>()
function marksOf({ db }: Context): Marks {
  const known = marks.get(db) ?? { seen: [], looking: undefined }
  marks.set(db, known)
  return known
}

const ageOf = (ctx: Context, mark: Mark | undefined) =>
  mark ? ctx.now().getTime() - mark.at : Number.POSITIVE_INFINITY

async function look(ctx: Context, known: Marks): Promise<void> {
  const at = ctx.now().getTime()
  const { rows } = await sql<{
    departed: string
  }>`select last_value as departed from listing_departures`.execute(ctx.db)
  const seen = [{ departed: Number(rows[0]?.departed), at }, ...known.seen]
  const settled = seen.findIndex((mark) => at - mark.at >= settledMs)
  known.seen = settled < 0 ? seen : seen.slice(0, settled + 1)
}

/** Makes the others answer by what was true a moment ago; where Postgres does not tell, they know nothing. */
export async function lookAtDepartures(ctx: Context): Promise<void> {
  const known = marksOf(ctx)
  const age = ageOf(ctx, known.seen[0])
  if (age < freshMs) return
  known.looking ??= look(ctx, known)
    .catch(() => {})
    .finally(() => {
      known.looking = undefined
    })
  if (age >= limits.totals.ms) await known.looking
}

/** How many have left by now; undefined where that is not known. */
export function departedByNow(ctx: Context): number | undefined {
  const [newest] = marksOf(ctx).seen
  return ageOf(ctx, newest) < limits.totals.ms ? newest?.departed : undefined
}

/**
 * How many had left some moments ago, so that whoever has left since is not missed by somebody who counts now; undefined
 * in the first moments of a process.
 */
export const departedBefore = (ctx: Context): number | undefined =>
  marksOf(ctx).seen.find((mark) => ageOf(ctx, mark) >= settledMs)?.departed
