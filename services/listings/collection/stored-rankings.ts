import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { selectScoringPerson } from './person.ts'
import type { WeighedListing } from './ranking-score.ts'

/** Columns of a stored ranking. `reserve` holds the 1-based places of the spare listings for the first ten places. */
const parts = ['ranked_for', 'weighed_until', 'listing_ids', 'bands', 'reasons', 'whys', 'reserve'] as const
/** A ranking to store. Its lists are in Postgres array syntax. */
type Ranking = { kind: ListingKind } & Record<(typeof parts)[number], string>

type Asked = { viewer_id: number; now: string; kind: ListingKind }
const todaysPlacesQuery = prepare<Asked, { ids: number[] }>((db, asked) => ({
  compile: () =>
    sql<{ ids: number[] }>`with person as materialized (${selectScoringPerson(asked)})
      select to_jsonb(collection.listing_ids) as ids
      from person join collections collection on collection.user_id = person.id
        and collection.kind = ${asked.kind} and collection.ranked_at >= person.today`.compile(db),
}))

/** Returns the places of listings in the person's ranking of today, by listing id. */
export async function findTodays(ctx: UserContext, kind: ListingKind): Promise<Map<number, number>> {
  const [found] = await todaysPlacesQuery(ctx.lists, {
    viewer_id: ctx.viewer.id,
    now: ctx.now().toISOString(),
    kind,
  })
  return new Map((found?.ids ?? []).map((id, at) => [id, at + 1]))
}

const listOf = (items: (string | number)[]) => `{${items.join()}}`

/** Returns the columns of a ranking that are lists, in Postgres array syntax. */
export const listsOf = (places: WeighedListing[], standing: ReadonlySet<WeighedListing>) => ({
  listing_ids: listOf(places.map(({ id }) => id)),
  bands: listOf(places.map(({ band }) => band)),
  reasons: listOf(places.map(({ reason }) => reason)),
  // The JSON text is encoded as a JSON string, because a JSON string is quoted like an element of a Postgres array.
  whys: listOf(places.map(({ why }) => (why ? JSON.stringify(JSON.stringify(why)) : 'null'))),
  reserve: listOf(places.flatMap((place, at) => (standing.has(place) ? at + 1 : []))),
})

type Kept = { viewer_id: number; now: string } & Record<string, unknown>
/**
 * Makes the statement that stores rankings of the given kinds of listing. Its parameters are named `<kind> <column>`.
 */
const storeStatementOf = (kinds: ListingKind[]) =>
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
  order: storeStatementOf(['order']),
  vacancy: storeStatementOf(['vacancy']),
  both: storeStatementOf(['order', 'vacancy']),
}

/** Stores a person's rankings of orders, of vacancies, or of both. */
export async function storeRankings(ctx: UserContext, rankings: Ranking[]): Promise<void> {
  const [first] = rankings
  if (!first) return
  const values = Object.fromEntries(
    rankings.flatMap((one) => parts.map((part) => [`${one.kind} ${part}`, one[part]])),
  )
  const store = keeping[rankings.length > 1 ? 'both' : first.kind]
  await store(ctx.db, { ...values, viewer_id: ctx.viewer.id, now: ctx.now().toISOString() })
}
