import type { ListingKind, ListingStatus, ModerationState } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import type { ModerationSubject } from '#db/tables/states.ts'
import type { Price } from '#services/notifications/price.ts'

/** Everything the moderators' card tells. */
export type Card = Price & {
  id: number
  subject: ModerationSubject
  state: ModerationState
  flags: string[]
  reason: string | null
  created_at: string
  effective_at: string | null
  claimed_until: string | null
  chat_id: number | null
  message_id: number | null
  listing_id: number
  kind: ListingKind
  status: ListingStatus
  title: string
  text: string | null
  deadline: string | null
  name_ru: string | null
  name_en: string | null
  author_id: number
  author_name: string
  username: string | null
  decider_name: string | null
  claimer_name: string | null
}

/** A review's card; an edit is shown as the listing would become. */
export async function findCard(db: Db, task_id: number): Promise<Card | undefined> {
  const card = await db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .leftJoin('categories as category', 'category.id', 'listing.category_id')
    .leftJoin('orders', 'orders.listing_id', 'listing.id')
    .leftJoin('vacancies', 'vacancies.listing_id', 'listing.id')
    .leftJoin('users as decider', 'decider.id', 'task.decided_by')
    .leftJoin('users as claimer', 'claimer.id', 'task.claimed_by')
    .select(['task.id', 'task.subject', 'task.state', 'task.flags', 'task.reason', 'task.created_at'])
    .select(['task.effective_at', 'task.claimed_until', 'task.chat_id', 'task.message_id'])
    .select(['listing.id as listing_id', 'listing.kind', 'listing.status', 'listing.title'])
    .select(['listing.price', 'listing.min_stake', 'listing.max_stake', 'listing.deadline'])
    .select(['listing.payment_format', 'currency.code as currency', 'category.name_ru', 'category.name_en'])
    .select(['author.id as author_id', 'author.full_name as author_name', 'author.username'])
    .select(['decider.full_name as decider_name', 'claimer.full_name as claimer_name'])
    .select((eb) => eb.fn.coalesce('orders.subtitle', 'vacancies.description').as('text'))
    .where('task.id', '=', task_id)
    .where('task.subject', 'in', ['listing', 'revision'])
    .executeTakeFirst()
  return card?.subject === 'revision' ? { ...card, ...(await findEdit(db, task_id)) } : card
}

/** What an edit changes of the card. */
async function findEdit(db: Db, task_id: number): Promise<Partial<Card>> {
  const revision = await db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
    .select('revision.changes')
    .where('task.id', '=', task_id)
    .executeTakeFirstOrThrow()
  const { listing = {}, text = {} } = revision.changes as Record<string, Record<string, unknown>>
  const shown = ['title', 'price', 'min_stake', 'max_stake', 'payment_format']
  const texts = Object.values(text).filter((value) => typeof value === 'string')
  return {
    ...Object.fromEntries(Object.entries(listing).filter(([name]) => shown.includes(name))),
    ...(texts.length > 0 && { text: texts.join('\n\n') }),
  }
}

/** The review of a listing that waits now, else the latest one. */
export async function findTaskOf(db: Db, listing_id: number): Promise<number | undefined> {
  const task = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('subject', '=', 'listing')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return task?.id
}

export async function findTaskOfRevision(db: Db, revision_id: number): Promise<number | undefined> {
  const task = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('revision_id', '=', revision_id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return task?.id
}
