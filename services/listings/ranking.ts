import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOut } from '#services/users/hidden-authors.ts'
import { standBy, weighedOf } from './candidates.ts'
import { isShown, type OpenPlace, openOf } from './collection-open.ts'
import { rankedFor, weighedPerson } from './collection-person.ts'
import { isFitting } from './score.ts'

/** How many are kept for a day: more than anybody scrolls in it. */
const longest = 300
/** A listing is seen by others only when its transaction ends; what is listed now is looked for so long. */
export const settling = sql`interval '5 seconds'`

type Asked = { viewer_id: number; now: string; depth: number }

/** What is kept of a ranking; arrays as Postgres writes them, since they are only handed on. */
const parts = ['ranked_for', 'weighed_until', 'listing_ids', 'bands', 'reasons', 'whys', 'reserve'] as const
type Ranking = { kind: ListingKind } & Record<(typeof parts)[number], string>
/** A ranking, how much of it there is, and what is open of its first places. */
type Ranked = Ranking & { size: number; open: OpenPlace[] }

/** The best of a sort that are shown now. Looked up one by one until there are enough: a join would read the market. */
const firstShown = (sort: RawBuilder<boolean>, most: number) => sql`(
  select best.n from person, (select id, n from ranked where ${sort} order by n) best,
    lateral (select from listings listing where listing.id = best.id and ${isShown} offset 0) shown
  order by best.n limit ${sql.lit(most)})`

/**
 * What is ranked for the day. Inside a band it is shuffled by person and day; what already had a place today keeps it
 * among its like when the profile changes or something is put away.
 */
function rankingOf(kind: ListingKind) {
  return prepare<Asked, Ranked>((db, asked) => {
    const statement = sql<Ranked>`
      with person as materialized (${weighedPerson(asked)}),
        today as materialized (select array(select (item ->> 0)::bigint from jsonb_array_elements(collection.added) item)
            || collection.listing_ids as ids
          from person join collections collection on collection.user_id = person.id
            and collection.kind = ${sql.lit(kind)} and collection.ranked_at >= person.today),
        since as materialized (select '-infinity'::timestamptz as at),
        ${leftOut(asked.viewer_id)}, ${weighedOf(kind)},
        ranked as materialized (
          select weighed.*, row_number() over (order by band desc,
            coalesce(array_position((select ids from today), weighed.id), 0), md5(weighed.id || day.words)) as n
          from weighed, (select ' ' || id || ' ' || today as words from person offset 0) day),
        standing_by as materialized (
          ${firstShown(isFitting, standBy.fitting)} union ${firstShown(sql`is_first`, standBy.first)}),
        best as (
          select *, row_number() over (order by n) as at from ranked
          where n <= ${sql.lit(longest)} or n in (select n from standing_by)
          order by n),
        kept as materialized (select coalesce(array_agg(id), '{}') as listing_ids,
          coalesce(array_agg(band), '{}') as bands, coalesce(array_agg(reason), '{}') as reasons,
          coalesce(array_agg(why), '{}') as whys,
          coalesce(array_agg(at::int) filter (where n in (select n from standing_by)), '{}') as reserve,
          '[]'::jsonb as added
        from best)
      select ${sql.lit(kind)} as kind, ${rankedFor} as ranked_for,
        (${asked.now}::timestamptz - ${settling})::text as weighed_until,
        kept.listing_ids::text, kept.bands::text, kept.reasons::text, kept.whys::text, kept.reserve::text,
        cardinality(kept.listing_ids) as size, ${openOf(asked.depth)} as open
      from person, kept`
    return { compile: () => statement.compile(db) }
  })
}
const rankings = { order: rankingOf('order'), vacancy: rankingOf('vacancy') }

/** Ranks a kind for the viewer; it is still to be kept. */
export async function rank(ctx: UserContext, kind: ListingKind, depth: number): Promise<Ranked[]> {
  return rankings[kind](ctx.lists, { viewer_id: ctx.viewer.id, now: ctx.now().toISOString(), depth })
}

type Kept = { viewer_id: number; now: string } & Record<string, unknown>
/** Keeps rankings of these kinds, which come under names of their own. */
const keepingOf = (kinds: ListingKind[]) =>
  prepare<Kept, unknown>((db, all) => {
    const rows = kinds.map((kind) => {
      const values = parts.map((part) => sql`${all[`${kind} ${part}`]}`)
      return sql`(${all.viewer_id}, ${sql.lit(kind)}, ${sql.join(values)}, ${all.now})`
    })
    const columns = parts.map((part) => sql.ref(part))
    const statement = sql`
      insert into collections (user_id, kind, ${sql.join(columns)}, ranked_at) values ${sql.join(rows)}
      on conflict (user_id, kind) do update set
        ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}, ranked_at = excluded.ranked_at,
        added = excluded.added
      where (collections.ranked_for, collections.weighed_until) is distinct from
        (excluded.ranked_for, excluded.weighed_until)`
    return { compile: () => statement.compile(db) }
  })
const keeping = {
  order: keepingOf(['order']),
  vacancy: keepingOf(['vacancy']),
  both: keepingOf(['order', 'vacancy']),
}

/** Keeps what was ranked, of one kind or of both at once. */
export async function keepRankings(ctx: UserContext, made: Ranking[]): Promise<void> {
  const [first] = made
  if (!first) return
  const values = Object.fromEntries(
    made.flatMap((one) => parts.map((part) => [`${one.kind} ${part}`, one[part]])),
  )
  const keep = keeping[made.length > 1 ? 'both' : first.kind]
  await keep(ctx.db, { ...values, viewer_id: ctx.viewer.id, now: ctx.now().toISOString() })
}
