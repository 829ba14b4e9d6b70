import { type Kysely, sql } from 'kysely'

/**
 * People by their rating and, below them, those without one by how much of their profile is filled in. The indexes by
 * the rating alone are dropped: while the release before this one still answers, its list of people is sorted without.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // services/users/people/search.ts sorts by the same expression.
  const order = sql`(coalesce(rating,
    (is_verified::int + num_nonnulls(category_id, description, city, years_of_experience)) / 10.0)) desc, id desc`
  await sql`create index if not exists users_by_order on users (${order}) where status = 'active'`.execute(db)
  await sql`create index if not exists users_category_by_order on users (category_id, ${order}) where status = 'active'`.execute(
    db,
  )
  await sql`create index if not exists users_city_by_order on users (lower(city), ${order})
    where status = 'active' and city is not null`.execute(db)
  await sql`drop index if exists users_by_rating, users_category_by_rating, users_city_by_rating`.execute(db)
}
