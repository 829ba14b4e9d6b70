import { sql } from 'kysely'

/** What a moderator knows of an author besides their words. */
export type AuthorRecord = {
  since: string
  is_verified: boolean
  /** The confirmed number is one of Telegram's own, of no country. */
  has_anonymous_phone: boolean
  published: number
  /** Listings and edits that were turned down, in all and in the last month. */
  rejected: number
  rejected_lately: number
  /** Things of theirs about which complaints were right. */
  reports: number
  /** Placements that they paid for besides this one. */
  payments: number
}

const theirs = sql`(
  select 'user' as subject_type, author.id as subject_id
  union all select 'listing', id from listings where author_id = author.id
  union all select 'response', id from responses where user_id = author.id
  union all select 'message', id from chat_messages where sender_id = author.id
  union all select 'review', id from reviews where author_id = author.id)`

const rejections = sql`from moderation_tasks past join listings their on their.id = past.listing_id
  where their.author_id = author.id and past.subject <> 'report' and past.state = 'rejected'
    and past.applied_at is not null`

/** Over `author` and the `task` that is about something of theirs. */
export const authorRecord = sql<AuthorRecord>`json_build_object(
  'since', author.created_at,
  'is_verified', author.is_verified,
  'has_anonymous_phone', exists (select from user_phones where user_id = author.id and is_anonymous),
  'published', (select count(*) from listings where author_id = author.id and published_at is not null),
  'rejected', (select count(*) ${rejections}),
  'rejected_lately', (select count(*) ${rejections} and past.decided_at > task.created_at - interval '30 days'),
  'reports', (select count(distinct report.task_id) from ${theirs} own
    join reports report using (subject_type, subject_id) where report.state = 'accepted'),
  'payments', (select count(*) from payments where payer_id = author.id and state = 'paid'
    and kind in ('project', 'vacancy') and listing_id is distinct from task.listing_id))`
