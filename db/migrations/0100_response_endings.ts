import { type Kysely, sql } from 'kysely'

/**
 * Why a response ended, and the way to those that still wait 7 days after their listing's end. Responses that ended
 * before this column keep it empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table responses
      add column end_reason text check (end_reason in (
        'chosen_other', 'author_declined', 'listing_closed', 'listing_deleted', 'listing_completed', 'not_renewed',
        'withdrawn')),
      add check (end_reason is null or status in ('declined', 'not_chosen', 'withdrawn'));
    create index listings_not_renewed on listings (expires_at)
      where status in ('expired', 'awaiting_payment', 'refunded') and expires_at is not null;
    create index responses_waiting on responses (listing_id) where status in ('no_show', 'shown', 'shortlisted');
  `.execute(db)
}
