import { sql } from 'kysely'

/** An author's history, shown to moderators beside the text. */
export type AuthorRecord = {
  since: string
  is_verified: boolean
  /** True if the phone is one of Telegram's anonymous numbers, which belong to no country. */
  has_anonymous_phone: boolean
  published: number
  /** Rejected listings and edits, in total and in the last 30 days. */
  rejected: number
  rejected_lately: number
  /** The author's items with an accepted complaint. */
  reports: number
  /** The author's paid placements besides this one. */
  payments: number
}

const authorItems = sql`(
  select 'user' as subject_type, author.id as subject_id
  union all select 'listing', id from listings where author_id = author.id
  union all select 'response', id from responses where user_id = author.id
  union all select 'message', id from chat_messages where sender_id = author.id
  union all select 'review', id from reviews where author_id = author.id)`

const rejections = sql`from moderation_tasks past join listings their on their.id = past.listing_id
  where their.author_id = author.id and past.subject <> 'report' and past.state = 'rejected'
    and past.applied_at is not null`

/** Expects `author` and the `task` about one of their items. */
export const authorRecord = sql<AuthorRecord>`json_build_object(
  'since', author.created_at,
  'is_verified', author.is_verified,
  'has_anonymous_phone', exists (select from user_phones where user_id = author.id and is_anonymous),
  'published', (select count(*) from listings where author_id = author.id and published_at is not null),
  'rejected', (select count(*) ${rejections}),
  'rejected_lately', (select count(*) ${rejections} and past.decided_at > task.created_at - interval '30 days'),
  'reports', (select count(distinct report.task_id) from ${authorItems} own
    join reports report using (subject_type, subject_id) where report.state = 'accepted'),
  'payments', (select count(*) from payments where payer_id = author.id and state = 'paid'
    and kind in ('project', 'vacancy') and listing_id is distinct from task.listing_id))`
