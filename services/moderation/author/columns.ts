import { sql } from 'kysely'
import type { z } from 'zod'
import type { ModerationTask } from '#contract/calls/admin-shapes.ts'
import { isStaff, type StaffSource } from './staff.ts'

type ReviewTask = z.output<typeof ModerationTask>

/** The decision against which the author appealed. */
export type FirstDecision = NonNullable<ReviewTask['first']>

/**
 * SQL for the decision against which the author appealed. Null if the task is no appeal, or if that decision is
 * unknown. The query needs the alias `task`.
 */
export function firstDecision(ctx: Pick<StaffSource, 'config'>) {
  return sql<FirstDecision | null>`(
    select json_build_object('state', first.state, 'reason', first.reason, 'decider_name', decider.full_name,
      'decided_at', first.decided_at, 'has_other', exists (
        select from users other join listings about on about.id = task.listing_id
        where ${isStaff(ctx, 'other')} and other.id <> about.author_id
          and other.id is distinct from first.decided_by))
    from moderation_tasks first left join users decider on decider.id = first.decided_by
    where first.id = task.appeal_of)`
}

/** A listing that a block of its author would hide or reject, because it is published or waits for review. */
export type OpenItem = ReviewTask['author_open'][number]

/**
 * SQL for the author's listings that a block would hide or reject, oldest first. The query needs the alias `author`.
 */
export const listingsEndedByBlock = sql<OpenItem[]>`coalesce((
  select json_agg(json_build_object('id', own.id, 'kind', own.kind, 'title', own.title, 'status', own.status)
    order by own.id)
  from listings own where own.author_id = author.id and own.status in ('published', 'moderation')), '[]')`

/** The history of an author. Moderators see it next to the text under review. */
export type AuthorRecord = {
  since: string
  is_verified: boolean
  /**
   * True if the author's phone number is one of Telegram's anonymous numbers, which start with +888 and belong to no
   * country.
   */
  has_anonymous_phone: boolean
  published: number
  /**
   * Number of the author's listings and edits that moderators rejected. `rejected_lately` counts those of the last 30
   * days.
   */
  rejected: number
  rejected_lately: number
  /** Number of the author's items about which moderators accepted a complaint. */
  reports: number
  /** Number of the author's paid placements, not counting the listing under review. */
  payments: number
}

const authorItems = sql`(
  select 'user' as subject_type, author.id as subject_id
  union all select 'listing', id from listings where author_id = author.id
  union all select 'response', id from responses where user_id = author.id
  union all select 'message', id from chat_messages where sender_id = author.id
  union all select 'review', id from reviews where author_id = author.id
  union all select subject_type, subject_id from reports where author_id = author.id)`

const rejections = sql`from moderation_tasks past join listings their on their.id = past.listing_id
  where their.author_id = author.id and past.subject <> 'report' and past.state = 'rejected'
    and past.applied_at is not null`

/**
 * SQL for the author's history. The query needs the alias `author`, and the alias `task` for a task about an item of
 * that author.
 */
export const authorRecord = sql<AuthorRecord>`json_build_object(
  'since', author.created_at,
  'is_verified', author.is_verified,
  'has_anonymous_phone', exists (select from user_phones where user_id = author.id and is_anonymous),
  'published', (select count(*) from listings where author_id = author.id and published_at is not null),
  'rejected', (select count(*) ${rejections}),
  'rejected_lately', (select count(*) ${rejections} and past.decided_at > task.created_at - interval '30 days'),
  'reports', (select count(distinct report.task_id) from ${authorItems} own
    join reports report using (subject_type, subject_id) where report.state = 'accepted'),
  'payments', (select count(*) from payments where payer_id = author.id and state = 'paid' and source <> 'service'
    and kind in ('project', 'vacancy') and listing_id is distinct from task.listing_id))`

/** A person who complained about the item, the reason, and the results of that person's earlier complaints. */
export type Reporter = NonNullable<ReviewTask['report']>['reporters'][number]

/** Maximum number of people who complained that a review card or screen shows. */
const reportersNamed = sql.lit(10)

/** SQL for the number of complaints that the moderator decides with one task. The query needs the alias `task`. */
export const complaints = sql<number>`(select count(*)::int from reports where task_id = task.id)`

/** SQL for the people who complained first about the item. The query needs the alias `task`. */
export const reporters = sql<Reporter[]>`coalesce((
  select json_agg(json_build_object('id', sender.id, 'full_name', sender.full_name, 'reason', about.reason,
    'comment', about.comment, 'created_at', about.created_at,
    'accepted', (select count(*) from reports where reporter_id = sender.id and state = 'accepted'),
    'dismissed', (select count(*) from reports where reporter_id = sender.id and state = 'dismissed'))
    order by about.id)
  from (select * from reports where task_id = task.id order by id limit ${reportersNamed}) about
  join users sender on sender.id = about.reporter_id), '[]')`
