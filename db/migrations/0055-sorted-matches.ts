import { type Kysely, sql } from 'kysely'

const covered = [
  'category_id',
  'responses_count',
  'payment_format',
  'job_type',
  'author_id',
  'language',
  'urgent',
]
const years = ['experience_min', 'experience_max']
const byPrice = [...covered, ...years, 'is_remote', 'listed_at', 'deadline'].join(', ')
const byExperience = ['experience', ...covered, 'price_base', 'deadline'].join(', ')

/** What a range of prices or an experience finds is counted and sorted, by whatever was asked for, out of the index that found it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      drop index listings_live_low_budget, listings_live_category_low_budget, listings_live_experience_newest;
      create index listings_live_low_budget on listings (kind, price_base, id)
        include (${byPrice}) where status = 'published';
      create index listings_live_category_low_budget on listings (kind, category_id, price_base, id)
        include (${byPrice.replace('category_id, ', '')}) where status = 'published';
      create index listings_live_experience_newest
        on listings (kind, is_remote, coalesce(experience, ''), listed_at desc, id desc)
        include (${byExperience}) where status = 'published';
    `)
    .execute(db)
}
