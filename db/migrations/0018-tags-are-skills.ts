import { type Kysely, sql } from 'kysely'

/** Skills are found by how they begin. What older clients wrote as tags is among the skills, by which people are matched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_skills_start on user_skills (name_key text_pattern_ops)`.execute(db)
  await sql`
    with said as (
      select listing.id, array_agg(tag.name order by tag.name) as names
      from listings listing join tags tag on tag.id = any (listing.tags)
      where not tag.name_key = any (skill_keys(listing.skills))
      group by listing.id
    )
    update listings set skills = (skills || said.names)[:30] from said where said.id = listings.id
  `.execute(db)
}
