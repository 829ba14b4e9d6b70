import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOut } from '#services/users/hidden-authors.ts'
import { candidatesOf, standBy } from './candidates.ts'
import { isShown, type OpenPlace, openOf } from './collection-open.ts'
import { rankedFor, weighedPerson } from './collection-person.ts'
import { band, found, isFitting, matched, reason, why } from './score.ts'

/** How many are kept for a day: more than anybody scrolls in it. */
const longest = 300
/** A listing is seen by others only when its transaction ends; what is listed now is looked for so long. */
const settling = sql`interval '5 seconds'`

/** Over the `why` of `old`. */
const isFirst = sql<boolean>`coalesce(old.why::jsonb ->> 'is_first' = 'true', false)`

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
 * What is ranked for the day, and what was listed since: in front of what stands in the same band already. A first
 * ranking is the same with nothing that stands yet. Inside a band it is shuffled by person and day; what already had a
 * place today keeps it among its like when the profile changes or something is put away.
 */
function rankingOf(kind: ListingKind) {
  return prepare<Asked, Ranked>((db, asked) => {
    const statement = sql<Ranked>`
      with person as materialized (${weighedPerson(asked)}),
        before as materialized (select collection.* from person join collections collection
          on collection.user_id = person.id and collection.kind = ${sql.lit(kind)}
            and collection.ranked_for = ${rankedFor}),
        today as materialized (select collection.listing_ids from person join collections collection
          on collection.user_id = person.id and collection.kind = ${sql.lit(kind)}
            and collection.ranked_at >= person.today),
        since as materialized (
          select coalesce((select weighed_until from before), '-infinity'::timestamptz) as at),
        ${leftOut(asked.viewer_id)},
        near as materialized (select array(select leaf.id from categories leaf
          where leaf.parent_id = person.group_id and leaf.id <> person.category_id) as leaves from person),
        candidates as (${candidatesOf(kind)}),
        weighed as materialized (
          select listing.id, ${band} as band, ${reason} as reason, ${why}::text as why, found.is_first
          from person, near, listings listing
          cross join lateral (select case when listing.category_id = any(near.leaves) then person.group_id end
            as parent_id) category
          cross join lateral (${matched} offset 0) matched cross join lateral (${found} offset 0) found
          where listing.id = any(array(select id from candidates))
            and listing.status = 'published' and listing.author_id <> person.id),
        standing as (
          select old.id, old.band, old.reason, old.why, ${isFirst} as is_first, old.place, null::text as mixed
          from before, unnest(before.listing_ids, before.bands, before.reasons, before.whys)
            with ordinality old (id, band, reason, why, place)
          union all
          select weighed.*,
            coalesce(array_position((select listing_ids from today), weighed.id), 0),
            md5(weighed.id || day.words)
          from weighed, (select ' ' || id || ' ' || today as words from person offset 0) day
          where weighed.id <> all (coalesce((select listing_ids from before), '{}'))),
        ranked as materialized (
          select *, row_number() over (order by band desc, place, mixed) as n from standing),
        standing_by as materialized (
          ${firstShown(isFitting, standBy.fitting)} union ${firstShown(sql`is_first`, standBy.first)}),
        best as (
          select *, row_number() over (order by n) as at from ranked
          where n <= ${sql.lit(longest)} or n in (select n from standing_by)
          order by n),
        kept as materialized (select coalesce(array_agg(id), '{}') as listing_ids,
          coalesce(array_agg(band), '{}') as bands, coalesce(array_agg(reason), '{}') as reasons,
          coalesce(array_agg(why), '{}') as whys,
          coalesce(array_agg(at::int) filter (where n in (select n from standing_by)), '{}') as reserve
        from best)
      select ${sql.lit(kind)} as kind, ${rankedFor} as ranked_for,
        greatest(since.at, ${asked.now}::timestamptz - ${settling})::text as weighed_until,
        kept.listing_ids::text, kept.bands::text, kept.reasons::text, kept.whys::text, kept.reserve::text,
        cardinality(kept.listing_ids) as size, ${openOf(asked.depth)} as open
      from person, since, kept`
    return { compile: () => statement.compile(db) }
  })
}
const rankings = { order: rankingOf('order'), vacancy: rankingOf('vacancy') }

/** Ranks a kind for the viewer, or adds what was listed since; it is still to be kept. */
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
        ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}, ranked_at = excluded.ranked_at
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
