import { sql } from 'kysely'
import type { z } from 'zod'
import type { Written } from '#contract/calls/call.ts'
import type { ListedUser } from '#contract/calls/people-shapes.ts'
import { type CollectionReason, type CollectionWhy, collectionHead } from '#contract/collection.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { writeObject } from '#services/core/written.ts'
import { nameIn } from '#services/reference/projections.ts'
import { listUsersByIds } from '#services/users/queries.ts'
import { writeCardsByIds } from './cards.ts'
import { pickFreelancers } from './free-people.ts'
import { readerOf } from './projections.ts'
import type { OrderReply, VacancyReply } from './queries.ts'
import { isFirst, isFitting, isShown, rank, rankedFor, weighedPerson } from './ranking.ts'

type Picked = { id: number; reason: CollectionReason; why: CollectionWhy | null }
type Asked = { viewer_id: number; now: string; limit: number; offset: number; depth: number }
type Page = { limit: number; offset: number }

/** What is kept of one kind, and the page that was asked for. */
type Kept = {
  kind: ListingKind
  is_client: boolean
  category_name: string | null
  /** Ranked today by the profile as it is. */
  is_current: boolean
  /** Something was listed since. */
  is_behind: boolean
  size: number
  shown: Picked[]
}

/** Kept places beyond a page that are looked at with it, because some of those before may be over. */
const spare = 10
const everything = 2_000_000_000

const { size, fitting, first } = collectionHead

/**
 * A page of `kept`. What is over is left out in reading. The first ten hold what fits and first listings from farther
 * behind where the best ten have too few of them; the rest follows in its order.
 */
const pageOf = ({ viewer_id, depth, limit, offset }: Asked) => sql`
  with item as (
    select * from unnest(kept.listing_ids[1:${depth}::int], kept.reasons[1:${depth}::int], kept.whys[1:${depth}::int])
      with ordinality item (id, reason, why, place)
    union all
    select kept.listing_ids[place], kept.reasons[place], kept.whys[place], place
    from unnest(kept.reserve) behind (place) where place > ${depth}::int
  ), open as (
    select item.*, ${isFitting} as is_fitting, ${isFirst} as is_first
    from item join listings listing on listing.id = item.id where ${isShown(viewer_id)}
  ), counted as (
    select *, is_fitting and row_number() over (partition by is_fitting order by place) <= ${sql.lit(fitting)}
      or is_first and row_number() over (partition by is_first order by place) <= ${sql.lit(first)} as is_due
    from open
  ), headed as (
    select *, row_number() over (order by is_due desc, place) <= ${sql.lit(size)} as is_head from counted
  )
  select id, reason, why, row_number() over (order by is_head desc, place) as turn from headed
  where is_head or place <= ${depth}::int
  order by turn limit ${limit}::int offset ${offset}::int`

/** A page of what is kept, both kinds at once. */
const pages = inEachLanguage((language: Language) =>
  prepare<Asked, Kept>((db, asked) => {
    const statement = sql<Kept>`
        with person as materialized (${weighedPerson(asked)})
        select kind.kind, viewer.is_client, ${nameIn(language, 'category')} as category_name,
          coalesce(kept.ranked_for = ${rankedFor}, false) as is_current,
          exists (select from listings where kind = kind.kind and status = 'published'
            and listed_at > kept.weighed_until) as is_behind,
          coalesce(cardinality(kept.listing_ids), 0) as size,
          (select coalesce(json_agg(json_build_object('id', page.id, 'reason', page.reason, 'why', page.why::json)
              order by page.turn), '[]')
            from (${pageOf(asked)}) page) as shown
        from person join users viewer on viewer.id = person.id
        left join categories category on category.id = person.category_id
        cross join (values ('order'), ('vacancy')) kind (kind)
        left join collections kept on kept.user_id = person.id and kept.kind = kind.kind
        order by kind.kind`
    return { compile: () => statement.compile(db) }
  }),
)

async function read(ctx: UserContext, { limit, offset }: Page): Promise<Kept[]> {
  const { viewer_id, now } = readerOf(ctx)
  const page = (depth: number) => pages[ctx.language](ctx.lists, { viewer_id, now, limit, offset, depth })
  const depth = offset + limit + spare
  const kept = await page(depth)
  const isShort = kept.some(({ shown, size }) => shown.length < limit && size > depth)
  return isShort ? page(everything) : kept
}

/**
 * The viewer's page of both kinds. New listings join when the first page is asked for, so that the pages behind it go
 * on where it ended.
 */
async function readCurrent(ctx: UserContext, page: Page): Promise<Kept[]> {
  const kept = await read(ctx, page)
  if (kept[0]?.is_client) return kept
  const stale = kept.filter(({ is_current, is_behind }) => !is_current || (is_behind && page.offset === 0))
  if (stale.length === 0) return kept
  await Promise.all(stale.map(({ kind }) => rank(ctx, kind)))
  return read(ctx, page)
}

/** Cards of what was picked, each with its reason. */
function writePicked<Kind extends ListingKind>(ctx: UserContext, kind: Kind, kept: Kept[]) {
  const shown = kept.find((one) => one.kind === kind)?.shown ?? []
  const reasons = new Map(shown.map(({ id, reason, why }) => [id, { reason, why }]))
  return writeCardsByIds(ctx, kind, [...reasons.keys()], readerOf(ctx), reasons)
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
  const [projects, vacancies] = await Promise.all([
    writePicked(ctx, 'order', kept),
    writePicked(ctx, 'vacancy', kept),
  ])
  const user_category_name = kept[0]?.category_name ?? null
  return writeObject<Collection>({ user_category_name, projects, vacancies, freelancers: [] })
}
