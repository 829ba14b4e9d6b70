import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import { hasReturned, reportedAuthor, reportedText } from '#services/moderation/author/author.ts'
import {
  authorRecord,
  complaints,
  firstDecision,
  listingsEndedByBlock,
  reporters,
} from '#services/moderation/author/columns.ts'
import type { StaffSource } from '#services/moderation/author/staff.ts'
import { removable } from '#services/moderation/decisions/consequence.ts'
import { authorWarnings } from '#services/moderation/decisions/warnings.ts'
import { approvedContent, readChanges } from '#services/moderation/review/changes.ts'
import { nearDuplicates } from '#services/moderation/review/duplicates.ts'
import { reviewedText } from '#services/moderation/review/snapshot.ts'
import type {
  CardAct,
  CardFile,
  ListingFacts,
  ListingReviewCard,
  ReportFacts,
  ReviewCard,
  TaskFacts,
} from './facts.ts'

export async function findCard(source: StaffSource, task_id: number): Promise<ReviewCard | undefined> {
  const { db } = source
  const facts = await findFacts(db, task_id)
  if (!facts) return undefined
  if (facts.subject === 'report') {
    const report = await findReport(db, task_id)
    return report && { ...facts, ...report }
  }
  const row = await findListing(source, task_id)
  if (!row) return undefined
  const { content, approved, kind } = row
  const card: ListingReviewCard = {
    ...facts,
    ...row,
    changes: await readChanges(db, kind, approved, content),
  }
  const edit = facts.subject === 'revision' && (await findEdit(db, task_id))
  return { ...card, ...edit, ...(content && reviewedFields(content)) }
}

async function findFacts(db: Db, task_id: number): Promise<Omit<TaskFacts, 'text'> | undefined> {
  return db
    .selectFrom('moderation_tasks as task')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .leftJoin('reports as report', 'report.id', 'task.report_id')
    .innerJoin('users as author', (join) =>
      join.on(
        sql`author.id`,
        '=',
        sql`case task.subject when 'report' then ${reportedAuthor} else listing.author_id end`,
      ),
    )
    .select(['task.id', 'task.subject', 'task.state', 'task.flags', 'task.reason', 'task.waiting_since'])
    .select('task.content_hash')
    .select(['task.effective_at', 'task.applied_at', 'task.claimed_until'])
    .select(['task.chat_id', 'task.message_id', 'task.card_hash'])
    .select(['author.id as author_id', 'author.full_name as author_name', 'author.username'])
    .select(['author.status as author_status', 'author.role as author_role', hasReturned])
    .select([authorWarnings.as('author_warnings'), listingsEndedByBlock.as('author_open')])
    .select(['task.decided_alone', 'task.consequence', removable.as('is_removable'), lastAct.as('act')])
    .select([nameOf('decided_by').as('decider_name'), nameOf('claimed_by').as('claimer_name')])
    .select(nameOf('lapsed_decider').as('lapsed_name'))
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

/**
 * SQL for the last act of the staff after a task, on the listing or complaint of that task. The query needs the alias
 * `task`.
 */
const lastAct = sql<CardAct | null>`(
  select json_build_object('consequence', act.consequence, 'reason', act.reason, 'decider_name', decider.full_name,
    'effective_at', act.effective_at, 'applied_at', act.applied_at)
  from moderation_tasks act join users decider on decider.id = act.decided_by
  where act.subject = 'act' and act.state = 'approved' and act.id > task.id
    and (act.listing_id = task.listing_id or act.report_id = task.report_id)
  order by act.id desc limit 1)`

/** SQL for the name of the person whose id is in the given column of the task. The query needs the alias `task`. */
export const nameOf = (column: 'decided_by' | 'claimed_by' | 'lapsed_decider') =>
  sql<string | null>`(select full_name from users where id = ${sql.ref(`task.${column}`)})`

/** Returns fields of the content under review for the card. They replace the present fields of the listing. */
function reviewedFields(content: Published): Partial<ListingReviewCard> {
  const {
    urgent,
    location,
    skills = [],
    tags = [],
  } = content as Partial<ListingReviewCard> & { tags?: string[] }
  return {
    text: reviewedText(content),
    skills: [...tags, ...skills],
    ...(urgent !== undefined && { urgent }),
    ...(location !== undefined && { location }),
  }
}

/** SQL for the given column of the moderators' last question to the author. The query needs the alias `task`. */
export const lastQuestion = (column: 'question' | 'answer') =>
  sql<string | null>`(select ${sql.ref(column)} from moderation_questions
    where task_id = task.id order by id desc limit 1)`

type WithText<T> = T & { text: string | null }

async function findListing(
  { db, config }: StaffSource,
  task_id: number,
): Promise<WithText<Omit<ListingFacts, 'changes'>> | undefined> {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .leftJoin('categories as category', 'category.id', 'listing.category_id')
    .leftJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
    .select(['listing.id as listing_id', 'listing.kind', 'listing.status', 'listing.title'])
    .select(['listing.published_at', 'listing.urgent', 'listing.skills', 'listing.location'])
    .select(['listing.placement_period', 'revision.state as revision_state'])
    .select([
      paidFor.as('paid'),
      authorRecord.as('record'),
      nearDuplicates.as('duplicates'),
      cardFiles.as('files'),
    ])
    .select(['listing.price', 'listing.min_stake', 'listing.max_stake', 'listing.deadline'])
    .select(['listing.payment_format', 'currency.code as currency', 'category.names as category'])
    .select('listing.hidden_reason')
    .select(['task.appeal', firstDecision({ config }).as('first'), lastQuestion('question').as('question')])
    .select(['task.content', approvedContent.as('approved')])
    .select([lastQuestion('answer').as('answer'), listingText.as('text')])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

/** SQL for the last payment received for a listing, in minor units. The query needs the alias `listing`. */
const paidFor = sql<ListingFacts['paid']>`(
  select json_build_object('amount', payment.amount, 'currency', payment.currency, 'paid_at', payment.paid_at)
  from payments payment where payment.listing_id = listing.id and payment.state = 'paid'
    and payment.source <> 'service'
  order by payment.id desc limit 1)`

/** SQL for the files of a listing, in the order of their ids. The query needs the alias `listing`. */
export const cardFiles = sql<CardFile[]>`coalesce((
  select json_agg(json_build_object('id', file.id, 'name', file.name, 'bytes', file.bytes,
    'file_format', file.file_format) order by file.id)
  from files file where file.listing_id = listing.id and file.deleted_at is null), '[]')`

/** SQL for the main text of a listing. The query needs the alias `listing`. */
export const listingText = sql<string | null>`coalesce(
  (select subtitle from orders where listing_id = listing.id),
  (select description from vacancies where listing_id = listing.id))`

/** SQL for the names of the two sides of a private order. The query needs the alias `listing`. */
export const requestSides = sql<ReportFacts['sides']>`(
  select json_build_object('client', client.full_name, 'freelancer', freelancer.full_name)
  from service_requests request
  join users client on client.id = request.client_id join users freelancer on freelancer.id = request.freelancer_id
  where request.listing_id = listing.id)`

async function findReport(db: Db, task_id: number): Promise<WithText<ReportFacts> | undefined> {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('reports as report', 'report.id', 'task.report_id')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['report.subject_type', 'report.subject_id', 'report.reason as report_reason', 'report.comment'])
    .select(['task.listing_id', 'listing.kind', 'listing.title', 'listing.status'])
    .select(['listing.published_at', 'listing.responses_count', requestSides.as('sides')])
    .select([reportedText.as('text'), complaints.as('complaints'), reporters.as('reporters')])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

/** Reads the fields that the edit under review changes, so that the card shows the listing with the edit applied. */
export async function findEdit(db: Db, task_id: number): Promise<Partial<ListingReviewCard>> {
  const revision = await db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
    .select('revision.changes')
    .where('task.id', '=', task_id)
    .executeTakeFirstOrThrow()
  const { listing = {}, text = {} } = revision.changes as Record<string, Record<string, unknown>>
  const shown = ['title', 'price', 'min_stake', 'max_stake', 'payment_format', 'deadline']
  const texts = Object.values(text).filter((value) => typeof value === 'string')
  return {
    ...Object.fromEntries(Object.entries(listing).filter(([name]) => shown.includes(name))),
    ...(await findNames(db, listing)),
    ...(texts.length > 0 && { text: texts.join('\n\n') }),
  }
}

/** Reads the names of the category and the currency that an edit sets. */
async function findNames(db: Db, { category_id, currency_id }: Record<string, unknown>) {
  const category =
    typeof category_id === 'number' &&
    (await db
      .selectFrom('categories')
      .select('names as category')
      .where('id', '=', category_id)
      .executeTakeFirst())
  const currency =
    typeof currency_id === 'number' &&
    (await db
      .selectFrom('currencies')
      .select('code as currency')
      .where('id', '=', currency_id)
      .executeTakeFirst())
  return { ...(category || undefined), ...(currency || undefined) }
}
