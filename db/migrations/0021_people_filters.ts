import { type Kysely, sql } from 'kysely'

/** Each sort of the list of people walks an index, with a category and without; rare filters find their people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_experience on users ((coalesce(years_of_experience, 0)) desc, id desc)
      where status = 'active';
    create index users_by_completed on users (completed_count desc, id desc) where status = 'active';
    create index users_category_by_rating on users (category_id, (coalesce(rating, 0)) desc, id desc)
      where status = 'active';
    create index users_city on users (lower(city)) where status = 'active' and city is not null;
    create index users_country on users (lower(country)) where status = 'active' and country is not null;
    create index user_languages_code on user_languages (code, user_id);
  `.execute(db)
}
