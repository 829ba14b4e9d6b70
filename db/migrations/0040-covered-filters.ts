import { type Kysely, sql } from 'kysely'

const sorts = {
  newest: 'listed_at desc, id desc',
  high_budget: 'price_base desc nulls last, id desc',
  low_budget: 'price_base, id',
  min_competition: 'responses_count, id',
  close_deadline: 'deadline, id',
}
const filtered = [
  ...['price_base', 'responses_count', 'payment_format', 'job_type', 'experience_min', 'experience_max'],
  ...['is_remote', 'author_id', 'language', 'urgent'],
]

/**
 * The walks of the lists answer every filter but words and skills out of the index; those by language, competition and
 * Urgent read each row before. What is urgent or not in Russian is rare, so it has a walk of its own. Skills are found
 * by their table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, keys] of Object.entries(sorts)) {
    const covered = filtered.filter((column) => !keys.startsWith(column)).join(', ')
    await sql
      .raw(`
        drop index listings_live_${name}, listings_live_category_${name};
        create index listings_live_${name} on listings (kind, ${keys})
          include (category_id, ${covered}) where status = 'published';
        create index listings_live_category_${name} on listings (kind, category_id, ${keys})
          include (${covered}) where status = 'published';
      `)
      .execute(db)
  }
  const rare = { urgent: 'urgent', foreign: "language is distinct from 'ru'" }
  for (const [name, condition] of Object.entries(rare))
    await sql
      .raw(`
        create index listings_live_${name} on listings (kind, listed_at desc, id desc)
          include (category_id, ${filtered.join(', ')}) where status = 'published' and ${condition}`)
      .execute(db)
  await sql`drop index listings_tags, listings_skills`.execute(db)
}
