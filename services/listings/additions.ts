import { sql } from 'kysely'
import type { CollectionReason, CollectionWhy } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepareBatched } from '#db/batched.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOut } from '#services/users/hidden-authors.ts'
import { weighedOf } from './candidates.ts'
import { isShown, type OpenPlace } from './collection-open.ts'
import { rankedFor, weighedPerson } from './collection-person.ts'
import { settling } from './ranking.ts'

/** So many join a ranking beside it; with more it is ranked anew. */
export const mostAdded = 50

type Weighed = {
  id: number
  band: number
  reason: CollectionReason
  why: CollectionWhy | null
  is_shown: boolean
}

/** What was listed since the viewer's ranking of a kind was made and is not in it yet, the newest first. */
const newOf = (kind: ListingKind) =>
  prepareBatched<{ viewer_id: number; now: string }, Weighed>(
    { viewer_id: 'bigint', now: 'timestamptz' },
    (_, asked) => sql<Weighed>`
      with person as materialized (${weighedPerson(asked)}),
        kept as materialized (select collection.weighed_until, collection.listing_ids || array(
            select (one ->> 0)::bigint from jsonb_array_elements(collection.added) one) as ids
          from person join collections collection on collection.user_id = person.id
            and collection.kind = ${sql.lit(kind)} and collection.ranked_for = ${rankedFor}),
        since as materialized (select weighed_until as at from kept),
        ${leftOut(asked.viewer_id)}, ${weighedOf(kind)}
      select weighed.id, weighed.band, weighed.reason, weighed.why::json, ${isShown} as is_shown
      from person, kept, weighed join listings listing on listing.id = weighed.id
      where weighed.id <> all (kept.ids) order by listing.listed_at desc, listing.id desc`,
  )
const newest = { order: newOf('order'), vacancy: newOf('vacancy') }

type Keeping = {
  viewer_id: number
  now: string
  kind: ListingKind
  weighed_until: string | null
  before: number
  added: string
}
/** Nothing where the ranking has changed meanwhile: whoever changed it has looked for what is new as well. */
const keep = prepare<Keeping, unknown>((db, { viewer_id, now, kind, weighed_until, before, added }) => ({
  compile: () =>
    sql`update collections set added = ${added}::jsonb || added,
        weighed_until = greatest(weighed_until, ${now}::timestamptz - ${settling})
      where user_id = ${viewer_id} and kind = ${kind} and weighed_until = ${weighed_until}::timestamptz
        and jsonb_array_length(added) = ${before}`.compile(db),
}))

/** A ranking that is current but for what was listed since. */
type Behind = { kind: ListingKind; weighed_until: string | null; added: number; open: OpenPlace[] }

/**
 * Adds to the viewer's ranking what was listed since, in front of its band: beside it, so that its long lists are
 * neither read nor written anew.
 */
export async function addNew<Kept extends Behind>(ctx: UserContext, kept: Kept): Promise<Kept> {
  const { kind, weighed_until } = kept
  const [viewer_id, now] = [ctx.viewer.id, ctx.now().toISOString()]
  const found = await newest[kind](ctx.lists, { viewer_id, now })
  const added = JSON.stringify(found.map(({ id, band, reason, why }) => [id, band, reason, why]))
  await keep(ctx.db, { viewer_id, now, kind, weighed_until, before: kept.added, added })
  const total = kept.added + found.length
  const places = found.map(({ id, band, reason, why, is_shown }, at): OpenPlace[] =>
    is_shown ? [[id, band, reason, why, at + 1 - total]] : [],
  )
  return { ...kept, added: total, open: [...places.flat(), ...kept.open] }
}
