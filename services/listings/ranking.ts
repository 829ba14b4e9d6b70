import { type RawBuilder, sql } from 'kysely'
import { collectionHead, fittingReasons } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { saidBy } from '#services/notifications/not-for-me.ts'
import { isListedFor } from '#services/users/hidden-authors.ts'
import { author, band, matched, reason, why } from './score.ts'

/** How many listings of each source are weighed, the newest first. */
const considered = { speciality: 100, neighbour: 10, skills: 100, market: 150 }
/** How many are kept for a day: more than anybody scrolls in it. */
const kept = 300
/** How many of each sort stand by for the first ten: what is over by then is passed by. */
const standBy = { fitting: collectionHead.fitting + 5, first: collectionHead.first + 6 }
/** A listing is seen by others only when its transaction ends; what is listed now is looked for so long. */
const settling = sql`interval '5 seconds'`

/**
 * The person by whom listings are weighed. Everything counts from the morning (UTC), so that a day's pages agree; a
 * ranking serves while this row stays the same.
 */
export function weighedPerson({ viewer_id, now }: { viewer_id: number; now: string }): RawBuilder<unknown> {
  return sql`select person.id, person.category_id, speciality.parent_id as group_id, person.ui_language,
      person.is_only_remote, person.years_of_experience as years, lower(person.city) as city,
      array(select name_key from user_skills where user_id = person.id order by name_key) as skills,
      date_trunc('day', ${now}::timestamptz) as today, marks.*
    from users person left join categories speciality on speciality.id = person.category_id
    cross join lateral (${saidBy(sql`person.id`, now)}) marks
    where person.id = ${viewer_id}::bigint`
}
export const rankedFor = sql<string>`md5(person::text)`

/**
 * What of a ranking is shown, over `person` and `listing`. Closed, hidden and deleted listings are over, and so are
 * authors who are blocked or have blocked, what the person said does not suit them, and what they answered before today.
 */
export const isShown = (viewer_id: number) => sql<boolean>`(listing.status = 'published'
  and ${isListedFor('listing.author_id', viewer_id)} and listing.id <> all (person.marked)
  and not exists (select from responses mine where mine.listing_id = listing.id
    and mine.user_id = person.id and mine.status <> 'withdrawn' and mine.created_at < person.today))`

/** Over `reason`. */
export const isFitting = sql<boolean>`reason in (${sql.join(fittingReasons.map((one) => sql.lit(one)))})`
/** Over the `why` of `old`. */
const isFirst = sql<boolean>`coalesce(old.why::jsonb ->> 'is_first' = 'true', false)`

type Asked = { viewer_id: number; now: string }

/**
 * Where candidates come from: the own speciality, its neighbours, each own skill, and the whole market, and of what new
 * authors have in it as much as stands by for the first ten, whenever it was listed.
 */
function candidatesOf(kind: ListingKind, { viewer_id }: Asked): RawBuilder<unknown> {
  const newest = (
    condition: RawBuilder<unknown>,
    most: number,
  ) => sql`(select listing.id from listings listing
    where listing.kind = ${sql.lit(kind)} and listing.status = 'published' and ${condition}
      and listing.listed_at > since.at and listing.author_id <> person.id
    order by listing.listed_at desc, listing.id desc limit ${sql.lit(most)})`
  const inCategory = sql`listing.category_id = person.category_id`
  return sql`
    select found.id from person, since, lateral ${newest(inCategory, considered.speciality)} found
    union select found.id from since, person join categories leaf
        on leaf.parent_id = person.group_id and leaf.id <> person.category_id,
      lateral ${newest(sql`listing.category_id = leaf.id`, considered.neighbour)} found
    union select found.listing_id from person, since, unnest(person.skills) skill (key),
      lateral (select listing_id from listing_skills where kind = ${sql.lit(kind)} and skill_key = skill.key
          and listed_at > since.at
        order by listed_at desc, listing_id desc
        limit (select 1 + ${sql.lit(considered.skills)} / greatest(1, cardinality(person.skills)))) found
    union select found.id from person, since, lateral ${newest(sql`true`, considered.market)} found
    union select found.id from person, lateral (
      select listing.id from listings listing join users author on author.id = listing.author_id
      where listing.kind = ${sql.lit(kind)} and listing.is_first and author.posted_count <= 1
        and listing.author_id <> person.id and ${isShown(viewer_id)}
      order by listing.listed_at desc, listing.id desc limit ${sql.lit(standBy.first)}) found`
}

/** Arrays as Postgres writes them: they are only handed on. */
type Ranking = {
  ranked_for: string
  weighed_until: string
  listing_ids: string
  bands: string
  reasons: string
  whys: string
  reserve: string
}

/** The best of a sort that are shown now. Looked up one by one until there are enough: a join would read the market. */
const firstShown = ({ viewer_id }: Asked, sort: RawBuilder<boolean>, most: number) => sql`(
  select best.n from person, (select id, n from ranked where ${sort} order by n) best,
    lateral (select from listings listing where listing.id = best.id and ${isShown(viewer_id)} offset 0) shown
  order by best.n limit ${sql.lit(most)})`

/**
 * What is ranked for the day, and what was listed since: in front of what stands in the same band already. A first
 * ranking is the same with nothing that stands yet. Inside a band it is shuffled by person and day; what already had a
 * place today keeps it among its like when the profile changes or something is put away.
 */
function rankingOf(kind: ListingKind) {
  return prepare<Asked, Ranking>((db, asked) => {
    const statement = sql<Ranking>`
      with person as materialized (${weighedPerson(asked)}),
        kept as materialized (select collection.* from person join collections collection
          on collection.user_id = person.id and collection.kind = ${sql.lit(kind)}
            and collection.ranked_for = ${rankedFor}),
        today as materialized (select collection.listing_ids from person join collections collection
          on collection.user_id = person.id and collection.kind = ${sql.lit(kind)}
            and collection.ranked_at >= person.today),
        since as materialized (
          select coalesce((select weighed_until from kept), '-infinity'::timestamptz) as at),
        candidates as (${candidatesOf(kind, asked)}),
        weighed as materialized (
          select listing.id, ${band} as band, ${reason} as reason, ${why}::text as why, author.is_new as is_first
          from person, listings listing
          left join categories category on category.id = listing.category_id
          cross join lateral (${matched}) matched cross join lateral (${author} offset 0) author
          where listing.id = any(array(select id from candidates))
            and listing.status = 'published' and listing.author_id <> person.id),
        standing as (
          select old.id, old.band, old.reason, old.why, ${isFirst} as is_first, old.place, null::text as mixed
          from kept, unnest(kept.listing_ids, kept.bands, kept.reasons, kept.whys)
            with ordinality old (id, band, reason, why, place)
          union all
          select weighed.*,
            coalesce(array_position((select listing_ids from today), weighed.id), 0),
            md5(concat_ws(' ', weighed.id, person.id, person.today))
          from person, weighed
          where weighed.id <> all (coalesce((select listing_ids from kept), '{}'))),
        ranked as materialized (
          select *, row_number() over (order by band desc, place, mixed) as n from standing),
        standing_by as materialized (
          ${firstShown(asked, isFitting, standBy.fitting)} union ${firstShown(asked, sql`is_first`, standBy.first)}),
        best as (
          select *, row_number() over (order by n) as at from ranked
          where n <= ${sql.lit(kept)} or n in (select n from standing_by))
      select ${rankedFor} as ranked_for,
        greatest(since.at, ${asked.now}::timestamptz - ${settling})::text as weighed_until, ranking.*
      from person, since, (select
          coalesce(array_agg(id order by at), '{}')::text as listing_ids,
          coalesce(array_agg(band order by at), '{}')::text as bands,
          coalesce(array_agg(reason order by at), '{}')::text as reasons,
          coalesce(array_agg(why order by at), '{}')::text as whys,
          coalesce(array_agg(at order by at) filter (where n in (select n from standing_by)), '{}')::text as reserve
        from best) ranking`
    return { compile: () => statement.compile(db) }
  })
}
const rankings = { order: rankingOf('order'), vacancy: rankingOf('vacancy') }

const keep = prepare<Asked & Ranking & { kind: ListingKind }, unknown>((db, row) => {
  const statement = sql`
    insert into collections (user_id, kind, ranked_for, weighed_until, listing_ids, bands, reasons, whys,
      reserve, ranked_at)
    values (${row.viewer_id}, ${row.kind}, ${row.ranked_for}, ${row.weighed_until}, ${row.listing_ids}, ${row.bands},
      ${row.reasons}, ${row.whys}, ${row.reserve}, ${row.now})
    on conflict (user_id, kind) do update set ranked_for = excluded.ranked_for,
      weighed_until = excluded.weighed_until, listing_ids = excluded.listing_ids, bands = excluded.bands,
      reasons = excluded.reasons, whys = excluded.whys, reserve = excluded.reserve, ranked_at = excluded.ranked_at
    where (collections.ranked_for, collections.weighed_until) is distinct from
      (excluded.ranked_for, excluded.weighed_until)`
  return { compile: () => statement.compile(db) }
})

/** Ranks a kind for the viewer, or adds what was listed since, and keeps it. */
export async function rank(ctx: UserContext, kind: ListingKind): Promise<void> {
  const asked = { viewer_id: ctx.viewer.id, now: ctx.now().toISOString() }
  const [ranking] = await rankings[kind](ctx.lists, asked)
  if (ranking) await keep(ctx.db, { ...asked, ...ranking, kind })
}
