import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'

/** Number of the client's latest categories in which freelancers are searched. */
const recentCategories = 5

type Asked = { viewer_id: number; limit: number; offset: number }

/**
 * SQL for available freelancers that match the condition `category`, best rated first. Postgres reads them from one
 * index.
 */
function walk({ viewer_id, limit, offset }: Asked, category: RawBuilder<unknown>) {
  return sql`(select person.id, coalesce(person.rating, 0) as rating, person.completed_count from users person
    where person.status = 'active' and person.is_contractor and person.is_free and person.id <> ${viewer_id}::bigint
      and ${notBlocked('person.id', viewer_id)} and ${category}
    order by coalesce(person.rating, 0) desc, person.completed_count desc, person.id
    limit ${limit}::int + ${offset}::int)`
}

const walks = prepare<Asked, { id: number }>(
  (_, asked) => sql<{ id: number }>`
    with recent as materialized (
      select category_id, max(id) as latest from listings
      where author_id = ${asked.viewer_id}::bigint and category_id is not null and status <> 'deleted'
      group by category_id order by latest desc limit ${sql.lit(recentCategories)}
    ), found as (
      select recent.latest, person.* from recent,
        lateral ${walk(asked, sql`person.category_id = recent.category_id`)} person
      union all
      select null, person.* from ${walk(asked, sql`not exists (select from recent)`)} person
    )
    select id from found order by latest desc nulls last, rating desc, completed_count desc, id
    limit ${asked.limit}::int offset ${asked.offset}::int`,
)

/**
 * Lists available freelancers in the categories of the client's latest listings. The newest category comes first, and
 * within it the best rated freelancer. For a client without listings, all categories are searched.
 */
export async function pickFreelancers(ctx: UserContext, limit: number, offset: number): Promise<number[]> {
  const rows = await walks(ctx.lists, { viewer_id: ctx.viewer.id, limit, offset })
  return rows.map(({ id }) => id)
}

type Suitable = { listing: { id: number; kind: ListingKind; title: string } | null; ids: number[] }

/**
 * Lists available freelancers in the category of the client's newest listing that looks for somebody. A published
 * listing comes before one that is not published yet. Executors who already work for the client are left out.
 */
export async function pickSuitable({ db, viewer }: UserContext, limit: number): Promise<Suitable> {
  const target = await db
    .selectFrom('listings')
    .select(['id', 'kind', 'title', 'category_id'])
    .where('author_id', '=', viewer.id)
    .where('category_id', 'is not', null)
    .where('status', 'in', ['published', 'hidden', 'moderation', 'rejected', 'draft', 'awaiting_payment'])
    .orderBy(sql`status = 'published'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const inCategory = target ? sql`person.category_id = ${target.category_id}` : sql`true`
  const isIdle = sql`not exists (select from listings mine where mine.author_id = ${viewer.id}
    and mine.executor_id = person.id and mine.status = 'in_progress')`
  const condition = sql`${inCategory} and ${isIdle}`
  const { rows } = await sql<{ id: number }>`
    select id from ${walk({ viewer_id: viewer.id, limit, offset: 0 }, condition)} person
    order by rating desc, completed_count desc, id`.execute(db)
  const listing = target ? { id: target.id, kind: target.kind, title: target.title } : null
  return { listing, ids: rows.map(({ id }) => id) }
}
