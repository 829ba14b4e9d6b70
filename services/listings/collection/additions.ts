import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { newCandidates } from './candidates.ts'
import type { OpenPlace } from './open-places.ts'
import type { WeighedPerson } from './person.ts'
import { settledAt } from './ranking.ts'
import { weighAll } from './ranking-score.ts'

/** Up to this number of new listings are added to a stored ranking; with more the ranking is rebuilt. */
export const mostAdded = 50

type Keeping = {
  viewer_id: number
  settled_at: string
  kind: ListingKind
  weighed_until: string | null
  before: number
  added: string
}
/** Updates nothing if the ranking has changed meanwhile: that update has already added the new listings. */
const keep = prepare<Keeping, unknown>(
  (db, { viewer_id, settled_at, kind, weighed_until, before, added }) => ({
    compile: () =>
      sql`update collections set added = ${added}::jsonb || added,
        weighed_until = greatest(weighed_until, ${settled_at}::timestamptz)
      where user_id = ${viewer_id} and kind = ${kind} and weighed_until = ${weighed_until}::timestamptz
        and jsonb_array_length(added) = ${before}`.compile(db),
  }),
)

/** A current ranking that misses the newest listings. */
type Behind = {
  kind: ListingKind
  person: WeighedPerson | null
  weighed_until: string | null
  added: number
  open: OpenPlace[]
}

/**
 * Adds new listings to the viewer's ranking, at the front of their band. They are stored in a separate column, so that
 * the long lists are neither read nor rewritten.
 */
export async function addNew<Kept extends Behind>(ctx: UserContext, kept: Kept): Promise<Kept> {
  const { kind, weighed_until, person } = kept
  if (!person) return kept
  const viewer_id = ctx.viewer.id
  const settled_at = settledAt(ctx)
  const asked = { viewer_id, now: ctx.now().toISOString() }
  const [{ ids, shown } = { ids: [], shown: [] }] = await newCandidates[kind](ctx.lists, asked)
  const found = await weighAll(ctx, person, ids)
  const added = JSON.stringify(found.map(({ id, band, reason, why }) => [id, band, reason, why]))
  await keep(ctx.db, { viewer_id, settled_at, kind, weighed_until, before: kept.added, added })
  const total = kept.added + found.length
  const places = found.map(({ id, band, reason, why }, at): OpenPlace[] =>
    shown.includes(id) ? [[id, band, reason, why, at + 1 - total]] : [],
  )
  return { ...kept, added: total, open: [...places.flat(), ...kept.open] }
}
