import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListedUser } from '#contract/calls/people-shapes.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { nameIn } from '#services/reference/projections.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'
import { excludedAuthors } from '#services/users/visibility/hidden-authors.ts'
import { readCards } from '../cards/queries.ts'
import type { Replies } from '../page/queries.ts'
import { readerOf } from '../projections.ts'
import { pickFreelancers } from './free-people.ts'
import {
  type OpenPlace,
  openPlacesJson,
  promoteToHead,
  type RankedListing,
  toStanding,
} from './open-places.ts'
import { rankedFor, type ScoringPersonRow, selectScoringPerson } from './person.ts'
import { rank } from './ranking.ts'
import { storeRankings } from './stored-rankings.ts'

type Asked = { viewer_id: number; now: string; depth: number }
type Page = { limit: number; offset: number }

/** A stored ranking of one kind of listing, with the places that were read. */
type Kept = {
  kind: ListingKind
  is_client: boolean
  category_name: string | null
  /** True if the ranking was made today for the person's present profile. */
  is_current: boolean
  /** True if listings were published after the ranking was made. */
  is_behind: boolean
  /** Facts about the person for whom listings are scored; null if no listing has to be scored. */
  person: ScoringPersonRow | null
  ranked_for: string
  /** Time until which the ranking contains all published listings; null if no ranking exists. */
  weighed_until: string | null
  size: number
  /** Listings of the ranking that are still shown, with their places. */
  open: OpenPlace[]
}
type Shown = Omit<Kept, 'open'> & { shown: RankedListing[] }

/**
 * Number of places that are read in addition to a page. Their listings replace listings on the page that are closed.
 */
const spare = 10
const everything = 2_000_000_000

/**
 * Reads a person's stored rankings of orders and of vacancies in one query. `|| '{}'` makes Postgres decompress a long
 * list once instead of once per element.
 */
const rankingsQuery = inEachLanguage((language: Language) =>
  prepare<Asked, Kept>(
    (_, asked) => sql<Kept>`
        with person as materialized (${selectScoringPerson(asked)}), ${excludedAuthors(asked.viewer_id)},
        profile as materialized (select ${rankedFor} as ranked_for from person),
        kept as materialized (select collection.kind, collection.ranked_for, collection.weighed_until,
            listing_ids || '{}'::bigint[] as listing_ids, bands || '{}'::smallint[] as bands,
            reasons || '{}'::text[] as reasons, whys || '{}'::text[] as whys, reserve
          from person join collections collection on collection.user_id = person.id)
        select kind.kind, viewer.is_client, ${nameIn(language, 'category')} as category_name,
          is_current, is_behind, profile.ranked_for,
          case when is_behind or not is_current then row_to_json(person) end as person,
          kept.weighed_until::text, coalesce(cardinality(kept.listing_ids), 0) as size, ${openPlacesJson(asked.depth)} as open
        from person cross join profile join users viewer on viewer.id = person.id
        left join categories category on category.id = person.category_id
        cross join (values ('order'), ('vacancy')) kind (kind)
        left join kept on kept.kind = kind.kind
        cross join lateral (select coalesce(kept.ranked_for = profile.ranked_for, false) as is_current,
          coalesce((select listed_at from listings where kind = kind.kind and status = 'published'
            order by listed_at desc, id desc limit 1) > kept.weighed_until, false) as is_behind offset 0) state
        order by kind.kind`,
  ),
)

const look = (ctx: UserContext, depth: number): Promise<Kept[]> => {
  const { viewer_id, now } = readerOf(ctx)
  return rankingsQuery[ctx.language](ctx.lists, { viewer_id, now, depth })
}

/**
 * Returns a person's rankings of orders and vacancies up to the place `depth`. A missing or outdated ranking is made
 * now. New listings are added only when the first page is read, so that the next pages continue the same order.
 */
async function readUpToDateRankings(ctx: UserContext, depth: number, isFirstPage: boolean): Promise<Kept[]> {
  const rankings = await look(ctx, depth)
  if (rankings[0]?.is_client) return rankings
  const stale = rankings.filter((one) => !one.is_current || (isFirstPage && one.is_behind))
  const newRankings = (await Promise.all(stale.map((one) => rank(ctx, one, depth)))).flat()
  await storeRankings(ctx, newRankings)
  return rankings.map((one) => ({ ...one, ...newRankings.find(({ kind }) => kind === one.kind) }))
}

async function readCurrent(ctx: UserContext, { limit, offset }: Page): Promise<Shown[]> {
  const cut = (rankings: Kept[], depth: number): Shown[] =>
    rankings.map(({ open, ...one }) => ({
      ...one,
      shown: promoteToHead(open.map(toStanding), depth).slice(offset, offset + limit),
    }))
  const depth = offset + limit + spare
  const rankings = cut(await readUpToDateRankings(ctx, depth, offset === 0), depth)
  const isShort = rankings.some(({ shown, size }) => shown.length < limit && size > depth)
  return isShort ? cut(await look(ctx, everything), everything) : rankings
}

export type Collection = {
  user_category_name: string | null
  projects: Replies['order'][]
  vacancies: Replies['vacancy'][]
  freelancers: z.output<typeof ListedUser>[]
}

/**
 * Returns the collection of a person in client mode: freelancers, in the same reply type as a freelancer's collection
 * of listings.
 */
async function listForClient(ctx: UserContext, { limit, offset }: Page): Promise<Collection> {
  const ids = await pickFreelancers(ctx, limit, offset)
  const freelancers = await listUsersByIds(ctx.db, ids, readerOf(ctx))
  return { user_category_name: null, projects: [], vacancies: [], freelancers }
}

/** Returns a person's collection. Each of its lists has at most `limit` items. */
export async function listCollection(ctx: UserContext, page: Page): Promise<Collection> {
  const rankings = await readCurrent(ctx, page)
  if (rankings[0]?.is_client) return listForClient(ctx, page)
  const read = async <Kind extends ListingKind>(kind: Kind) => {
    const shown = rankings.find((one) => one.kind === kind)?.shown ?? []
    const ids = shown.map(({ id }) => id)
    const reasons = new Map(shown.map(({ id, reason, why }) => [id, { reason, why }]))
    const cards = await readCards(ctx, kind, ids, readerOf(ctx))
    return cards.map((card) => ({ ...card, ...reasons.get(card.id) }))
  }
  const [projects, vacancies] = await Promise.all([read('order'), read('vacancy')])
  return { user_category_name: rankings[0]?.category_name ?? null, projects, vacancies, freelancers: [] }
}
