import { sql } from 'kysely'
import type { z } from 'zod'
import type { QueueEntry } from '#contract/calls/admin-queue.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { listingMatches } from '#services/admin/columns.ts'
import { amount } from '#services/reference/projections.ts'

type Entry = z.output<typeof QueueEntry>
type Filter = { kind?: 'order' | 'vacancy'; search?: string }

/**
 * SQL sort order of the moderation queue: paid listings by longest wait, then edits, then tasks that wait for an answer
 * of the author. The query needs the alias `task`.
 */
export const queueOrder = sql`task.state = 'returned', task.subject = 'revision', task.waiting_since, task.id`

/** SQL for the price of a listing in the lists of the staff. The query needs the alias `listing`. */
export const listedPrice = sql<Entry['price']>`json_build_object(
  'from', coalesce(${amount('listing.price')}, ${amount('listing.min_stake')}),
  'to', coalesce(${amount('listing.price')}, ${amount('listing.max_stake')}),
  'currency', (select code from currencies where id = listing.currency_id),
  'format', listing.payment_format)`

/**
 * SQL for the price under review: an edit's new price, which its listing does not have yet. Old submissions are stored
 * without content; theirs is the price of the listing. The query needs the aliases `task` and `listing`.
 */
const reviewedPrice = sql<Entry['price']>`case when task.content ? 'price' then json_build_object(
    'from', ${contentAmount('price', 'min_stake')},
    'to', ${contentAmount('price', 'max_stake')},
    'currency', (select code from currencies where id = (task.content ->> 'currency_id')::bigint),
    'format', task.content ->> 'payment_format')
  else ${listedPrice} end`

/** SQL for an amount of the content under review: of `column`, or of `otherwise` where the first is empty. */
function contentAmount(column: string, otherwise: string) {
  return sql`coalesce((task.content ->> ${sql.lit(column)})::float8, (task.content ->> ${sql.lit(otherwise)})::float8) / 100`
}

/** Lists the listings and edits without a final decision, in queue order. */
export async function listEntries(db: Db, filter: Filter): Promise<{ items: Entry[]; total: number }> {
  const { kind, search } = filter
  const rows = await db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .leftJoin('users as claimer', 'claimer.id', 'task.claimed_by')
    .select([
      'task.id',
      'task.subject',
      'task.state',
      'listing.id as listing_id',
      'listing.kind',
      'listing.status',
    ])
    .select(['author.full_name as author_name', 'task.flags', 'task.waiting_since', 'task.decided_by'])
    .select(['task.claimed_by', 'task.claimed_until', 'claimer.full_name as claimer_name'])
    .select([
      // The queue shows an edited listing under its new title and with its new price.
      sql<string>`coalesce(task.content ->> 'title', listing.title)`.as('title'),
      sql<boolean>`task.appeal is not null`.as('is_appeal'),
      reviewedPrice.as('price'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('task.applied_at', 'is', null)
    .where('task.subject', 'in', ['listing', 'revision'])
    .$if(kind !== undefined, (query) => query.where('listing.kind', '=', kind ?? 'order'))
    .$if(Boolean(search), (query) => query.where(listingMatches(search ?? '')))
    .orderBy(queueOrder)
    .limit(limits.moderation.shown)
    .execute()
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
