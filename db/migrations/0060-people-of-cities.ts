import { type Kysely, sql } from 'kysely'

/** People of a city are walked by their rating, as those of a speciality are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_city_by_rating on users (lower(city), coalesce(rating, 0) desc, id desc)
      where status = 'active' and city is not null;
    drop index users_city;
  `.execute(db)
}
