import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { perDb } from '#services/core/per-db.ts'

/**
 * How many live listings have changed so far: left the market, or are found by other filters than before. Postgres counts
 * them by a sequence (db/migrations/0063-listing-changes.ts); each process looks at it now and then.
 */
type Mark = { changes: number; at: number }
/** What was seen, the newest first; the last is the only one that is old enough for `changesBefore`. */
type Marks = { seen: Mark[]; looking: Promise<void> | undefined }

/** Looked at so often, so that nobody is told what is older than a total may be. */
const freshMs = limits.totals.ms / 2
/** What was raised so long ago is committed, and has reached a replica that is read from. */
const settledMs = limits.replica.behindMs

const marksOf = perDb((): Marks => ({ seen: [], looking: undefined }))

/** In milliseconds; by a clock that was set back what is known is old. */
export const ageOf = (ctx: Context, known: { at: number } | undefined): number =>
  known ? Math.abs(ctx.now().getTime() - known.at) : Number.POSITIVE_INFINITY

async function look(ctx: Context, known: Marks): Promise<void> {
  const at = ctx.now().getTime()
  const read = sql<{ last_value: string }>`select last_value from listing_changes`
  const { rows } = await read.execute(ctx.db)
  const seen = [{ changes: Number(rows[0]?.last_value), at }, ...known.seen]
  const settled = seen.findIndex((mark) => ageOf(ctx, mark) >= settledMs)
  known.seen = settled < 0 ? seen : seen.slice(0, settled + 1)
}

/** Makes the others answer by what was true a moment ago; where Postgres does not tell, they know nothing. */
export async function lookAtChanges(ctx: Context): Promise<void> {
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

/** How many by now; undefined where that is not known. */
export function changesByNow(ctx: Context): number | undefined {
  const [newest] = marksOf(ctx).seen
  return ageOf(ctx, newest) < limits.totals.ms ? newest?.changes : undefined
}

/**
 * How many some moments ago, so that no change is missed after which somebody counts now; undefined in the first moments
 * of a process.
 */
export const changesBefore = (ctx: Context): number | undefined =>
  marksOf(ctx).seen.find((mark) => ageOf(ctx, mark) >= settledMs)?.changes
