import { type Kysely, sql } from 'kysely'

/** Why and when a response was declined, and from which state, so that it can be taken back; whose message a press belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table responses
      add column decline_reason text check (decline_reason in ('price', 'experience', 'words', 'time')),
      add column declined_at timestamptz,
      add column declined_from text check (declined_from in
        ('no_show', 'shown', 'shortlisted', 'chosen', 'declined', 'not_chosen', 'withdrawn'));
    create index deliveries_pressed on deliveries (user_id, message_id) where message_id is not null
      and kind in ('new_response', 'response_chosen', 'listing_completed', 'work_handed_in', 'work_unanswered',
        'work_accepted', 'work_returned', 'work_due');
  `.execute(db)
}
