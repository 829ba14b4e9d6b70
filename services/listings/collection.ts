import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { linkFor } from '#services/files/links.ts'
import { notBlocked } from '#services/relations/blocks.ts'
import type { UserContext } from '#services/request-context.ts'
import { nameIn } from '#services/users/projections.ts'
import { listOrdersByIds, listVacanciesByIds, type OrderReply, type VacancyReply } from './queries.ts'

/**
 * Ids for a person: their own speciality first, then its group, then the rest; inside a band shuffled by person
 * and day, so that pages of one day never repeat.
 */
async function pick(ctx: UserContext, kind: ListingKind, limit: number, offset: number) {
  const seed = `${ctx.viewer.id}-${ctx.now().toISOString().slice(0, 10)}`
  const { rows } = await sql<{ id: number; band: number }>`
    select listing.id,
      case when listing.category_id = person.category_id then 0
        when category.parent_id = speciality.parent_id then 1 else 2 end as band
    from listings listing
    join users person on person.id = ${ctx.viewer.id}
    left join categories category on category.id = listing.category_id
    left join categories speciality on speciality.id = person.category_id
    where listing.kind = ${sql.lit(kind)} and listing.status = 'published' and listing.author_id <> person.id
      and ${notBlocked('listing.author_id', ctx.viewer.id)}
    order by band, md5(listing.id::text || ${seed}), listing.id
    limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

const reasons = ['speciality', 'group', 'popular']

function withReasons<T extends { id: number; reason: string | null }>(
  items: T[],
  picked: { id: number; band: number }[],
) {
  const bands = new Map(picked.map((row) => [row.id, row.band]))
  return items.map((item) => ({ ...item, reason: reasons[bands.get(item.id) ?? 2] ?? null }))
}

export type Collection = {
  user_category_name: string | null
  projects: OrderReply[]
  vacancies: VacancyReply[]
}

/** The personal collection; the limit counts each list. */
export async function listCollection(
  ctx: UserContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<Collection> {
  const reader = {
    viewer_id: ctx.viewer.id,
    language: ctx.language,
    now: ctx.now().toISOString(),
    link: linkFor(ctx),
  }
  const speciality = ctx.db
    .selectFrom('users as person')
    .innerJoin('categories as category', 'category.id', 'person.category_id')
    .select(nameIn(ctx.language, 'category').as('name'))
    .where('person.id', '=', ctx.viewer.id)
    .executeTakeFirst()
  const [orders, vacancies] = await Promise.all([
    pick(ctx, 'order', limit, offset),
    pick(ctx, 'vacancy', limit, offset),
  ])
  const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
  return {
    user_category_name: (await speciality)?.name ?? null,
    projects: withReasons(await listOrdersByIds(ctx.db, ids(orders), reader), orders),
    vacancies: withReasons(await listVacanciesByIds(ctx.db, ids(vacancies), reader), vacancies),
  }
}
