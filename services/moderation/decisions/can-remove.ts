import { sql } from 'kysely'
import { from, responsesFrom } from '#contract/lifecycle.ts'

/**
 * True if the item can still be taken down or removed: a listing in the feed or hidden, an existing message or review,
 * an undecided response, pictures of a profile. Expects `task` and its `report`.
 */
export const removable = sql<boolean>`coalesce(case
  when task.listing_id is not null then (
    select status = any(${sql.val(from('take_down'))}::text[]) and hidden_reason is distinct from 'staff'
    from listings where id = task.listing_id)
  when report.subject_type = 'response' then (
    select status = any(${sql.val(responsesFrom('withdraw'))}::text[]) from responses where id = report.subject_id)
  when report.subject_type = 'message' then (
    select deleted_at is null from chat_messages where id = report.subject_id)
  when report.subject_type = 'review' then (
    select removed_at is null and published_at is not null from reviews where id = report.subject_id)
  when report.subject_type = 'user' then exists (
    select from users person where person.id = report.subject_id and (logo_url is not null or photo_url is not null
      or exists (select from user_works where user_id = person.id)))
  end, false)`
