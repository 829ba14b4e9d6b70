import { type Kysely, sql } from 'kysely'

/**
 * One covering partial index per sort of the live lists, with and without a category: a page of ids is an index
 * only scan, whatever the size of the table. The key ends with id, so that pages never overlap.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sorts = {
    newest: 'listed_at desc, id desc',
    high_budget: 'price_base desc nulls last, id desc',
    low_budget: 'price_base, id',
    min_competition: 'responses_count, id',
    close_deadline: 'deadline, id',
  }
  const filtered = 'payment_format, job_type, experience_min, experience_max, is_remote, author_id'
  for (const [name, keys] of Object.entries(sorts)) {
    const covered = name.endsWith('budget') ? filtered : `price_base, ${filtered}`
    await sql
      .raw(`
        create index listings_live_${name} on listings (kind, ${keys})
          include (category_id, ${covered}) where status = 'published';
        create index listings_live_category_${name} on listings (kind, category_id, ${keys})
          include (${covered}) where status = 'published';
      `)
      .execute(db)
  }
  await sql`
    create index listings_author on listings (author_id, kind, id desc);
    create index listings_executor on listings (executor_id) where executor_id is not null;
    create index listings_double_tap on listings (author_id, content_hash, created_at);
    create index listings_expiring on listings (expires_at) where status in ('published', 'hidden');
    create index listings_rejected on listings (rejected_at) where status = 'rejected';
    create index listings_tags on listings using gin (tags) where status = 'published';
    create index listings_search on listings using gin (search) where status = 'published';
  `.execute(db)
}
