import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { newCandidates } from './candidates.ts'
import type { OpenPlace } from './open-places.ts'
import type { WeighedPerson } from './person.ts'
import { settledAt } from './ranking.ts'
import { weighAll } from './ranking-score.ts'

/** So many join a ranking beside it; with more it is ranked anew. */
export const mostAdded = 50

type Keeping = {
  viewer_id: number
  settled_at: string
  kind: ListingKind
  weighed_until: string | null
  before: number
  added: string
}
/** Nothing where the ranking has changed meanwhile: whoever changed it has looked for what is new as well. */
const keep = prepare<Keeping, unknown>(
  (db, { viewer_id, settled_at, kind, weighed_until, before, added }) => ({
    compile: () =>
      sql`update collections set added = ${added}::jsonb || added,
        weighed_until = greatest(weighed_until, ${settled_at}::timestamptz)
      where user_id = ${viewer_id} and kind = ${kind} and weighed_until = ${weighed_until}::timestamptz
        and jsonb_array_length(added) = ${before}`.compile(db),
  }),
)

/** A ranking that is current but for what was listed since. */
type Behind = {
  kind: ListingKind
  person: WeighedPerson | null
  weighed_until: string | null
  added: number
  open: OpenPlace[]
}

/**
 * Adds to the viewer's ranking what was listed since, in front of its band: beside it, so that its long lists are
 * neither read nor written anew.
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
