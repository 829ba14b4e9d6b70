import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminListing, AdminPayment, AdminUser, ModerationTask } from '#contract/calls/admin.ts'
import type { Language } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { amount } from '#services/listings/projections.ts'
import { publicUser } from '#services/users/projections.ts'
import { type Page, type Paging, skip, toPage, total } from './paging.ts'

/** Part of a text in any case, with the wildcards of LIKE taken literally. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function selectTasks(db: Db, language: Language) {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .select([
      'task.id',
      'task.subject',
      'task.state',
      'task.flags',
      'task.created_at',
      'task.claimed_by',
      'task.claimed_until',
    ])
    .select([
      'task.decided_by',
      'task.effective_at',
      'task.reason',
      'listing.id as listing_id',
      'listing.kind',
    ])
    .select(['listing.title', 'listing.status', publicUser('author', language).as('author')])
    .select(sql<null>`null`.as('report'))
    .select(
      sql<string>`coalesce((select subtitle from orders where listing_id = listing.id),
        (select description from vacancies where listing_id = listing.id), '')`.as('text'),
    )
    .where('task.subject', 'in', ['listing', 'revision'])
}

type Task = z.output<typeof ModerationTask>

export async function findTask(db: Db, id: number, language: Language): Promise<Task | undefined> {
  return selectTasks(db, language).where('task.id', '=', id).executeTakeFirst()
}

/** What waits, oldest first, with decisions that may still be taken back. */
export async function listQueue(
  db: Db,
  language: Language,
  filter: Paging & { kind?: 'order' | 'vacancy'; subject: 'listing' | 'revision' },
): Promise<Page<Task>> {
  const rows = await selectTasks(db, language)
    .select(total)
    .where('task.subject', '=', filter.subject)
    .where('task.applied_at', 'is', null)
    .where('task.state', '<>', 'returned')
    .$if(filter.kind !== undefined, (query) => query.where('listing.kind', '=', filter.kind ?? 'order'))
    .orderBy('task.created_at')
    .orderBy('task.id')
    .limit(filter.per_page)
    .offset(skip(filter))
    .execute()
  return toPage(rows, filter)
}

type UserFilter = Paging & { search?: string; status?: 'active' | 'blocked'; id?: number }

export async function listUsers(
  db: Db,
  language: Language,
  filter: UserFilter,
): Promise<Page<z.output<typeof AdminUser>>> {
  const rows = await db
    .selectFrom('users as person')
    .select([
      publicUser('person', language).as('facts'),
      'person.telegram_id',
      'person.username',
      'person.role',
    ])
    .select(['person.status', 'person.block_reason', 'person.verification', 'person.is_focus_group', total])
    .$if(filter.status !== undefined, (query) => query.where('person.status', '=', filter.status ?? 'active'))
    .$if(filter.id !== undefined, (query) => query.where('person.id', '=', filter.id ?? 0))
    .$if(Boolean(filter.search), (query) => query.where(matches(filter.search ?? '')))
    .orderBy('person.id', 'desc')
    .limit(filter.per_page)
    .offset(skip(filter))
    .execute()
  return toPage(
    rows.map(({ facts, ...row }) => ({ ...facts, ...row })),
    filter,
  )
}

/** A name, a username, our number or Telegram's. */
function matches(search: string) {
  const part = containing(search.replace(/^@/, ''))
  return sql<boolean>`(person.full_name ilike ${part} or person.username ilike ${part}
    or person.id::text = ${search} or person.telegram_id::text = ${search})`
}

type ListingFilter = Paging & { kind?: 'order' | 'vacancy'; status?: string; search?: string }

export async function listAllListings(
  db: Db,
  filter: ListingFilter,
): Promise<Page<z.output<typeof AdminListing>>> {
  const rows = await db
    .selectFrom('listings as listing')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .select(['listing.id', 'listing.kind', 'listing.title', 'listing.status', 'listing.author_id'])
    .select(['author.full_name as author_name', 'listing.created_at', 'listing.published_at'])
    .select(['listing.responses_count', total])
    .$if(filter.kind !== undefined, (query) => query.where('listing.kind', '=', filter.kind ?? 'order'))
    .$if(filter.status !== undefined, (query) => query.where(sql<boolean>`listing.status = ${filter.status}`))
    .$if(Boolean(filter.search), (query) =>
      query.where('listing.title', 'ilike', containing(filter.search ?? '')),
    )
    .orderBy('listing.id', 'desc')
    .limit(filter.per_page)
    .offset(skip(filter))
    .execute()
  return toPage(rows, filter)
}

type PaymentFilter = Paging & {
  state?: z.output<typeof AdminPayment>['state']
  payer_id?: number
  id?: number
}

export async function listPayments(
  db: Db,
  filter: PaymentFilter,
): Promise<Page<z.output<typeof AdminPayment>>> {
  const rows = await db
    .selectFrom('payments as payment')
    .innerJoin('users as payer', 'payer.id', 'payment.payer_id')
    .select(['payment.id', 'payment.kind', 'payment.state', 'payment.currency', 'payment.payer_id'])
    .select([sql<number>`${amount('payment.amount')}`.as('amount'), 'payer.full_name as payer_name'])
    .select(['payment.listing_id', 'payment.response_id', 'payment.created_at', 'payment.paid_at', total])
    .select(
      sql<
        string[]
      >`array(select kind from payment_cases where payment_id = payment.id and state = 'open')`.as('cases'),
    )
    .$if(filter.state !== undefined, (query) => query.where('payment.state', '=', filter.state ?? 'paid'))
    .$if(filter.id !== undefined, (query) => query.where('payment.id', '=', filter.id ?? 0))
    .$if(filter.payer_id !== undefined, (query) => query.where('payment.payer_id', '=', filter.payer_id ?? 0))
    .orderBy('payment.id', 'desc')
    .limit(filter.per_page)
    .offset(skip(filter))
    .execute()
  return toPage(rows, filter)
}
