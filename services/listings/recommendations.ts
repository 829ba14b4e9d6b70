import { sql } from 'kysely'
import type { z } from 'zod'
import type { Written } from '#contract/calls/call.ts'
import type { ListedUser } from '#contract/calls/people-shapes.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepareBatched } from '#db/batched.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { writeObject } from '#services/core/written.ts'
import { nameIn } from '#services/reference/projections.ts'
import { listUsersByIds } from '#services/users/queries.ts'
import { findCardRows } from './card-rows.ts'
import { writeCards } from './cards.ts'
import { headed, type Standing } from './collection-page.ts'
import { pickFreelancers } from './free-people.ts'
import { readerOf } from './projections.ts'
import type { OrderReply, VacancyReply } from './queries.ts'
import { isShown, rank, rankedFor, weighedPerson } from './ranking.ts'

type Asked = { viewer_id: number; now: string; depth: number }
type Page = { limit: number; offset: number }

/** What is kept of one kind, as far as it was looked at. */
type Kept = {
  kind: ListingKind
  is_client: boolean
  category_name: string | null
  /** Ranked today by the profile as it is. */
  is_current: boolean
  /** Something was listed since. */
  is_behind: boolean
  size: number
  /** What is not over. */
  open: Standing[]
}
type Shown = Omit<Kept, 'open'> & { shown: Standing[] }

/** Kept places beyond a page that are looked at with it, because some of those before may be over. */
const spare = 10
const everything = 2_000_000_000

/** What is shown of the first `depth` places of `kept` and of those that stand by. What is over is left out in reading. */
const openOf = ({ viewer_id, depth }: Asked) => sql`
  select item.* from (
    select * from unnest(kept.listing_ids[1:${depth}::int], kept.reasons[1:${depth}::int], kept.whys[1:${depth}::int])
      with ordinality item (id, reason, why, place)
    union all
    select kept.listing_ids[place], kept.reasons[place], kept.whys[place], place
    from unnest(kept.reserve) behind (place) where place > ${depth}::int
  ) item join listings listing on listing.id = item.id where ${isShown(viewer_id)}`

/** Both kinds at once. */
const beginnings = inEachLanguage((language: Language) =>
  prepareBatched<Asked, Kept>(
    { viewer_id: 'int', now: 'timestamptz', depth: 'int' },
    (_, asked) => sql<Kept>`
        with person as materialized (${weighedPerson(asked)})
        select kind.kind, viewer.is_client, ${nameIn(language, 'category')} as category_name,
          coalesce(kept.ranked_for = ${rankedFor}, false) as is_current,
          exists (select from listings where kind = kind.kind and status = 'published'
            and listed_at > kept.weighed_until) as is_behind,
          coalesce(cardinality(kept.listing_ids), 0) as size,
          (select coalesce(json_agg(json_build_object('id', item.id, 'reason', item.reason, 'why', item.why::json,
              'place', item.place)), '[]')
            from (${openOf(asked)}) item) as open
        from person join users viewer on viewer.id = person.id
        left join categories category on category.id = person.category_id
        cross join (values ('order'), ('vacancy')) kind (kind)
        left join collections kept on kept.user_id = person.id and kept.kind = kind.kind
        order by kind.kind`,
  ),
)

async function read(ctx: UserContext, { limit, offset }: Page): Promise<Shown[]> {
  const { viewer_id, now } = readerOf(ctx)
  const look = async (depth: number) => {
    const kept = await beginnings[ctx.language](ctx.lists, { viewer_id, now, depth })
    return kept.map(({ open, ...one }) => ({
      ...one,
      shown: headed(open, depth).slice(offset, offset + limit),
    }))
  }
  const depth = offset + limit + spare
  const kept = await look(depth)
  const isShort = kept.some(({ shown, size }) => shown.length < limit && size > depth)
  return isShort ? look(everything) : kept
}

/**
 * The viewer's page of both kinds. New listings join when the first page is asked for, so that the pages behind it go
 * on where it ended.
 */
async function readCurrent(ctx: UserContext, page: Page): Promise<Shown[]> {
  const kept = await read(ctx, page)
  if (kept[0]?.is_client) return kept
  const stale = kept.filter(({ is_current, is_behind }) => !is_current || (is_behind && page.offset === 0))
  if (stale.length === 0) return kept
  await Promise.all(stale.map(({ kind }) => rank(ctx, kind)))
  return read(ctx, page)
}

export type Collection = {
  user_category_name: string | null
  projects: OrderReply[]
  vacancies: VacancyReply[]
  freelancers: z.output<typeof ListedUser>[]
}

/** A client's collection: people, in the shape that a freelancer's has too. */
async function listForClient(ctx: UserContext, { limit, offset }: Page): Promise<Collection> {
  const ids = await pickFreelancers(ctx, limit, offset)
  const freelancers = await listUsersByIds(ctx.db, ids, readerOf(ctx))
  return { user_category_name: null, projects: [], vacancies: [], freelancers }
}

/** The personal collection; the limit counts each list. */
export async function listCollection(
  ctx: UserContext,
  page: Page,
): Promise<Collection | Written<Collection>> {
  const kept = await readCurrent(ctx, page)
  if (kept[0]?.is_client) return listForClient(ctx, page)
  const reasons = new Map(
    kept.flatMap(({ shown }) => shown.map(({ id, reason, why }) => [id, { reason, why }])),
  )
  const rows = await findCardRows(ctx, [...reasons.keys()], ctx.viewer.id)
  const write = <Kind extends ListingKind>(kind: Kind) => {
    const shown = kept.find((one) => one.kind === kind)?.shown ?? []
    const ofKind = shown.flatMap(({ id }) => rows.get(id) ?? [])
    return writeCards(ctx, kind, ofKind, readerOf(ctx), reasons)
  }
  const [projects, vacancies] = await Promise.all([write('order'), write('vacancy')])
  const user_category_name = kept[0]?.category_name ?? null
  return writeObject<Collection>({ user_category_name, projects, vacancies, freelancers: [] })
}
