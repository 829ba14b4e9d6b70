import { sql } from 'kysely'
import type { z } from 'zod'
import type { ModerationTask } from '#contract/calls/admin-shapes.ts'
import { inLanguage, type Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { RevisionState } from '#db/tables/states.ts'
import type { Paging } from '#services/admin/pages.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import { hasReturned } from '#services/moderation/author/author.ts'
import {
  type AuthorRecord,
  authorRecord,
  firstDecision,
  listingsEndedByBlock,
} from '#services/moderation/author/columns.ts'
import type { StaffSource } from '#services/moderation/author/staff.ts'
import { longText } from '#services/moderation/card/listing-text.ts'
import { findEdit, lastQuestion, listingText, nameOf } from '#services/moderation/card/queries.ts'
import { waitText } from '#services/moderation/card/revision-text.ts'
import { cardTranslator } from '#services/moderation/card/text.ts'
import { removable } from '#services/moderation/decisions/consequence.ts'
import { authorWarnings } from '#services/moderation/decisions/warnings.ts'
import { approvedContent, readChanges } from '#services/moderation/review/changes.ts'
import { type NearDuplicate, nearDuplicates } from '#services/moderation/review/duplicates.ts'
import { suspiciousPlaces } from '#services/moderation/review/rules.ts'
import { reviewedText } from '#services/moderation/review/snapshot.ts'
import { compareWords } from '#services/moderation/review/word-changes.ts'
import { amount, nameIn } from '#services/reference/projections.ts'
import { publicUser } from '#services/users/people/projections.ts'

export type Task = z.output<typeof ModerationTask>
export type TaskRow = Omit<
  Task,
  'marks' | 'changes' | 'unchanged' | 'duplicates' | 'edit_note' | 'record'
> & {
  record: AuthorRecord
  revision_state: RevisionState | null
  duplicates: NearDuplicate[]
  marks: Task['marks'] | null
  content: Published | null
  approved: Published | null
}

/** Filter of a list of moderation tasks. */
export type QueueFilter = Paging & {
  kind?: 'order' | 'vacancy'
  subject: 'listing' | 'revision' | 'review' | 'report'
  search?: string
}

/** Columns of every moderation task. The query needs the alias `task`. */
export const taskColumns = [
  'task.id',
  'task.subject',
  'task.state',
  'task.flags',
  'task.content_hash',
  'task.content',
  'task.marks',
  'task.created_at',
  'task.waiting_since',
  'task.claimed_by',
  'task.claimed_until',
  'task.decided_by',
  'task.decided_alone',
  'task.effective_at',
  'task.applied_at',
  'task.reason',
  'task.listing_id',
  'task.duplicate_of',
  'task.appeal',
  'task.consequence',
] as const

/**
 * Columns that a moderator needs to choose a consequence: the author's warnings and open listings, whether the item can
 * be removed, and the first decision of an appeal. The query needs the aliases `task`, `report` and `author`.
 */
export function standingColumns(ctx: Pick<StaffSource, 'config'>) {
  return [
    authorWarnings.as('author_warnings'),
    listingsEndedByBlock.as('author_open'),
    removable.as('is_removable'),
    firstDecision(ctx).as('first'),
  ] as const
}

export const taskDetailColumns = [
  sql<RevisionState | null>`(select state from listing_revisions where id = task.revision_id)`.as(
    'revision_state',
  ),
  nameOf('claimed_by').as('claimer_name'),
  nameOf('decided_by').as('decider_name'),
  approvedContent.as('approved'),
  nearDuplicates.as('duplicates'),
  authorRecord.as('record'),
  lastQuestion('question').as('question'),
  lastQuestion('answer').as('answer'),
] as const

/** SQL for the terms of a listing, such as category and price. The query needs the alias `listing`. */
export function offer(language: Language) {
  return sql<Task['offer']>`json_build_object(
    'category', (select ${nameIn(language, 'category')} from categories category
      where category.id = listing.category_id),
    'deadline', listing.deadline,
    'price', ${amount('listing.price')},
    'min_stake', ${amount('listing.min_stake')},
    'max_stake', ${amount('listing.max_stake')},
    'payment_format', listing.payment_format,
    'currency', (select code from currencies where id = listing.currency_id),
    'urgent', listing.urgent,
    'skills', listing.skills,
    'location', listing.location,
    'placement_period', listing.placement_period,
    'paid', (select json_build_object('amount', ${amount('payment.amount')}, 'currency', payment.currency,
        'paid_at', payment.paid_at)
      from payments payment where payment.listing_id = listing.id and payment.state = 'paid'
        and payment.source <> 'service'
      order by payment.id desc limit 1))`
}

export function selectReviews({ db, config }: StaffSource, language: Language) {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .leftJoin('reports as report', 'report.id', 'task.report_id')
    .select(taskColumns)
    .select(standingColumns({ config }))
    .select(taskDetailColumns)
    .select(['listing.kind', 'listing.title', 'listing.status', offer(language).as('offer')])
    .select(['author.status as author_status', 'author.role as author_role', hasReturned])
    .select([publicUser('author', language).as('author')])
    .select([sql<null>`null`.as('report'), sql<string>`coalesce(${listingText}, '')`.as('text')])
    .where('task.subject', '<>', 'report')
}

/**
 * Turns a database row of a moderation task into the API's task. The task shows the content under review: for an edit,
 * the listing as the edit would make it. If suspicious places were stored at the submission, the task has those.
 */
export async function complete(db: Db, language: Language, row: TaskRow): Promise<Task> {
  const shown = row.subject === 'revision' ? await withEdit(db, language, row) : row
  const { content, approved, marks, revision_state, ...task } = shown
  const ownText = content ? longText({ content, text: null }) : task.text
  const duplicates = shown.duplicates.map(({ text, ...twin }) => ({
    ...twin,
    pieces: compareWords(text, ownText),
  }))
  const offer = task.offer && { ...task.offer, ...(content && termsIn(content)) }
  const read = await readChanges(db, row.kind ?? 'order', approved, content)
  const { changes, same: unchanged } = read(language)
  const text = content && marks ? reviewedText(content) : task.text
  return {
    ...task,
    offer,
    duplicates,
    changes,
    unchanged,
    edit_note: waitText({ ...shown, revision_state }, cardTranslator(language)) || null,
    text,
    marks: (content && marks) ?? suspiciousPlaces(text),
  }
}

/** Returns the listing's terms from the content under review. They replace the published terms. */
function termsIn({
  urgent,
  location,
  tags = [],
  skills = [],
}: Published): Partial<NonNullable<Task['offer']>> {
  return {
    skills: [...(tags as string[]), ...(skills as string[])],
    ...(typeof urgent === 'boolean' && { urgent }),
    ...(location !== undefined && { location: location as string | null }),
  }
}

async function withEdit(db: Db, language: Language, row: TaskRow): Promise<TaskRow> {
  const { title, text, category, ...rest } = await findEdit(db, row.id)
  const major = (minor: number | null) => (minor === null ? null : minor / 100)
  const changed = {
    ...(category && { category: inLanguage(category, language) }),
    ...(rest.currency && { currency: rest.currency }),
    ...(rest.payment_format !== undefined && { payment_format: rest.payment_format }),
    ...(rest.price !== undefined && { price: major(rest.price) }),
    ...(rest.min_stake !== undefined && { min_stake: major(rest.min_stake) }),
    ...(rest.max_stake !== undefined && { max_stake: major(rest.max_stake) }),
  }
  return {
    ...row,
    title: title ?? row.title,
    text: text ?? row.text,
    offer: row.offer && { ...row.offer, ...changed },
  }
}
