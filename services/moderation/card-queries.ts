import { sql } from 'kysely'
import type { Names } from '#contract/languages.ts'
import type { ListingKind, ListingStatus, ModerationState } from '#contract/lifecycle.ts'
import type { Finding } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { ModerationSubject, ReportSubject, UserRole, UserStatus } from '#db/tables/states.ts'
import type { Published } from '#services/listings/published.ts'
import type { Price } from '#services/notifications/price.ts'
import { hasReturned, reportedAuthor, reportedText } from './author.ts'
import { approvedContent, type Changes, readChanges } from './changes.ts'
import { complaints, type Reporter, reporters } from './reporters.ts'
import { shownText } from './snapshot.ts'

/** What every card tells, whatever it is about. */
export type TaskFacts = {
  id: number
  subject: ModerationSubject
  state: ModerationState
  flags: Finding[]
  /** Null for complaints, and for what was submitted before contents were kept. */
  content_hash: string | null
  reason: string | null
  waiting_since: string
  effective_at: string | null
  applied_at: string | null
  claimed_until: string | null
  chat_id: number | null
  message_id: number | null
  decider_name: string | null
  decided_alone: boolean
  claimer_name: string | null
  author_id: number
  author_name: string
  author_status: UserStatus
  author_role: UserRole
  author_returned: boolean
  username: string | null
  text: string | null
}

export type ListingFacts = Price & {
  listing_id: number
  kind: ListingKind
  status: ListingStatus
  title: string
  deadline: string | null
  category: Names | null
  appeal: string | null
  duplicate_of: number | null
  /** Against what was approved before. */
  changes: Changes
  /** The last question to the author, with the answer when there is one. */
  question: string | null
  answer: string | null
}

export type ReportFacts = {
  subject_type: ReportSubject
  subject_id: number
  report_reason: string
  comment: string | null
  complaints: number
  reporters: Reporter[]
  listing_id: number | null
  kind: ListingKind | null
  title: string | null
}

export type ListingCard = TaskFacts & ListingFacts
export type ReportCard = TaskFacts & ReportFacts
export type Card = ListingCard | ReportCard

export function isReport(card: Card): card is ReportCard {
  return card.subject === 'report'
}

export async function findCard(db: Db, task_id: number): Promise<Card | undefined> {
  const facts = await findFacts(db, task_id)
  if (!facts) return undefined
  if (facts.subject === 'report') {
    const report = await findReport(db, task_id)
    return report && { ...facts, ...report }
  }
  const row = await findListing(db, task_id)
  if (!row) return undefined
  const { content, approved, ...listing } = row
  const card: ListingCard = { ...facts, ...listing, changes: await readChanges(db, approved, content) }
  const edit = facts.subject === 'revision' && (await findEdit(db, task_id))
  return { ...card, ...edit, ...(content && { text: shownText(content) }) }
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
    .select(['task.effective_at', 'task.applied_at', 'task.claimed_until', 'task.chat_id', 'task.message_id'])
    .select(['author.id as author_id', 'author.full_name as author_name', 'author.username'])
    .select(['author.status as author_status', 'author.role as author_role', hasReturned])
    .select('task.decided_alone')
    .select([nameOf('decided_by').as('decider_name'), nameOf('claimed_by').as('claimer_name')])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

const nameOf = (column: string) =>
  sql<string | null>`(select full_name from users where id = ${sql.ref(`task.${column}`)})`

type TextOf<T> = T & { text: string | null }

type Kept = { content: Published | null; approved: Published | null }

async function findListing(
  db: Db,
  task_id: number,
): Promise<(TextOf<Omit<ListingFacts, 'changes'>> & Kept) | undefined> {
  const last = (column: string) =>
    sql<string | null>`(select ${sql.ref(column)} from moderation_questions
      where task_id = task.id order by id desc limit 1)`
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .leftJoin('categories as category', 'category.id', 'listing.category_id')
    .select(['listing.id as listing_id', 'listing.kind', 'listing.status', 'listing.title'])
    .select(['listing.price', 'listing.min_stake', 'listing.max_stake', 'listing.deadline'])
    .select(['listing.payment_format', 'currency.code as currency', 'category.names as category'])
    .select(['task.appeal', 'task.duplicate_of', last('question').as('question')])
    .select(['task.content', approvedContent.as('approved')])
    .select([last('answer').as('answer'), listingText.as('text')])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

/** The main text over `listing`. */
export const listingText = sql<string | null>`coalesce(
  (select subtitle from orders where listing_id = listing.id),
  (select description from vacancies where listing_id = listing.id))`

async function findReport(db: Db, task_id: number): Promise<TextOf<ReportFacts> | undefined> {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('reports as report', 'report.id', 'task.report_id')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['report.subject_type', 'report.subject_id', 'report.reason as report_reason', 'report.comment'])
    .select(['task.listing_id', 'listing.kind', 'listing.title'])
    .select([reportedText.as('text'), complaints.as('complaints'), reporters.as('reporters')])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

/** What an edit changes of the card: it is shown as the listing would become. */
export async function findEdit(db: Db, task_id: number): Promise<Partial<ListingCard>> {
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

/** The category and the currency of an edit by their names. */
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
