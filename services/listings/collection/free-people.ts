import { type RawBuilder, sql } from 'kysely'
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
