import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminPerson, adminPeopleCalls } from '#contract/calls/admin-people.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import { pageAudit } from '#services/admin/audit.ts'
import { listReported } from '#services/admin/moderation/reported-content.ts'
import { inUnits } from '#services/admin/money/payments.ts'
import { type Page, type Paging, readPage, total } from '#services/admin/pages.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { reportedAuthor } from '#services/moderation/author/author.ts'
import { countWarnings, listWarnings } from '#services/moderation/decisions/warnings.ts'
import { publicUser } from '#services/users/people/projections.ts'
import { findRole, getProfile } from '#services/users/people/queries.ts'
import { sessionsFrom } from '#services/users/sessions/queries.ts'
import { earlierAccountColumn, openReports } from './people.ts'

type Person = z.output<typeof AdminPerson>

/** SQL for the numbers of a person's listings, responses and reports. The query needs the alias `person`. */
const record = sql<Person['record']>`(select json_build_object(
    'published', (select count(*) from listings where author_id = person.id and published_at is not null),
    'rejected', (select count(*) from moderation_tasks task join listings listing on listing.id = task.listing_id
      where listing.author_id = person.id and task.subject <> 'report' and task.state = 'rejected'),
    'responses', (select count(*) from responses response join listings listing on listing.id = response.listing_id
      where response.user_id = person.id and listing.audience = 'public'),
    'chosen', (select count(*) from listings where executor_id = person.id),
    'reports_about', about.whole, 'reports_accepted', about.accepted,
    'reports_by', sent.whole, 'reports_by_accepted', sent.accepted)
  from (select count(*) as whole, count(*) filter (where report.state = 'accepted') as accepted
      from reports report where ${reportedAuthor} = person.id) about,
    (select count(*) as whole, count(*) filter (where report.state = 'accepted') as accepted
      from reports report where report.reporter_id = person.id) sent)`

/** SQL for the sums of a person's payments in the given states, one per currency. */
const sums = (...states: string[]) => sql`coalesce((
  select json_agg(json_build_object('amount', amount, 'currency', currency) order by currency)
  from (select sum(${inUnits}) as amount, payment.currency from payments payment
    where payment.payer_id = person.id and payment.amount > 0 and payment.state = any(${states}::text[])
    group by payment.currency) by_currency), '[]')`

const money = sql<Person['money']>`json_build_object(
  'paid', ${sums('paid', 'refund_pending')}, 'refunded', ${sums('refunded')},
  'credits', (select count(*) from credits where user_id = person.id and spent_payment_id is null))`

/**
 * Reads the facts about a person that this member of the staff may see.
 * @throws not_found if the account is deleted
 */
export async function getPerson(ctx: UserContext, id: number): Promise<Person> {
  const isAdmin = (await findRole(ctx.db, ctx.viewer.id)) === 'admin'
  const since = sessionsFrom(ctx)
  const row = await ctx.db
    .selectFrom('users as person')
    .select([publicUser('person', ctx.language).as('facts'), 'person.role', 'person.status'])
    .select(['person.block_reason', 'person.verification', 'person.is_focus_group', 'person.ui_language'])
    .select([
      sql<boolean>`exists (select from user_phones where user_id = person.id and is_anonymous)`.as(
        'has_anonymous_phone',
      ),
      sql<boolean>`person.can_write and person.notify_blocked_at is null`.as('is_reachable'),
      sql<string | null>`case when person.is_seen_shown then person.seen_on::text end`.as('seen_on'),
      sql<number>`(select count(*)::int from sessions where user_id = person.id and revoked_at is null
        and created_at > ${since})`.as('sessions'),
      earlierAccountColumn,
      openReports,
      record.as('record'),
      (isAdmin ? money : sql<null>`null`).as('money'),
    ])
    .where('person.id', '=', id)
    .where('person.status', '<>', 'deleted')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { facts, ...rest } = row
  return {
    ...facts,
    ...rest,
    warnings: await listWarnings(ctx.db, id),
    recent_warnings: await countWarnings(ctx, ctx.db, id),
  }
}

/** @throws not_found if the person does not exist or the account is deleted */
export async function checkPerson(db: Db, id: number): Promise<void> {
  const existing = db.selectFrom('users').select('id').where('id', '=', id).where('status', '<>', 'deleted')
  if (!(await existing.executeTakeFirst())) throw new AppError('not_found')
}

/**
 * Returns a person's contacts to an administrator. The view is written to the audit log, as every view of contacts is.
 * @throws not_found
 */
export async function showContacts(ctx: UserContext, id: number) {
  const { telegram_link, social_links } = await getProfile(ctx, id)
  return { telegram_link, whatsapp: social_links.whatsapp, telegram: social_links.telegram }
}

type Sent = z.output<
  (typeof adminPeopleCalls)['GET /api/admin/users/:id/responses']['reply']
>['items'][number]

/** Lists the responses that a person has sent, the latest first. */
export async function listSent(db: Db, user_id: number, paging: Paging): Promise<Page<Sent>> {
  const matching = db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['response.id', 'response.listing_id', 'listing.kind', 'listing.title', 'response.status'])
    .select([sql<boolean>`response.response_type = 20`.as('is_boosted'), 'response.created_at', total])
    .where('response.user_id', '=', user_id)
    // The response of a private order holds its agreement. Nobody responded to anything.
    .where('listing.audience', '=', 'public')
    .orderBy('response.id', 'desc')
  return readPage(matching, paging)
}

/** Lists the reports about a person's content and acts, or the reports that the person has sent. */
export function listReportsOf(db: Db, user_id: number, filter: Paging & { side: 'about' | 'by' }) {
  const { side, ...paging } = filter
  return listReported(
    db,
    paging,
    side === 'about'
      ? sql<boolean>`${reportedAuthor} = ${user_id}`
      : sql<boolean>`exists (select from reports sent where sent.reporter_id = ${user_id}
          and sent.subject_type = report.subject_type and sent.subject_id = report.subject_id)`,
  )
}

/** SQL condition for audit entries that only administrators may see: money, confirmations and views of contacts. */
const forAdmins = sql`(entry.action like 'user.contacts%' or entry.action like 'confirmation.%'
  or entry.subject_type in ('payment', 'payment_case'))`

/**
 * Lists the audit entries of acts of staff about a person: about the person's account, listings and payments, and about
 * reports on the person.
 */
export async function listHistory(ctx: UserContext, user_id: number, request: ListRequest) {
  const isAdmin = (await findRole(ctx.db, ctx.viewer.id)) === 'admin'
  const subjectCondition = sql`(
    (entry.subject_type = 'user' and entry.subject_id = ${user_id})
    or (entry.subject_type = 'listing' and entry.subject_id in (select id from listings where author_id = ${user_id}))
    or (entry.subject_type = 'report' and entry.subject_id in (
      select report.id from reports report where ${reportedAuthor} = ${user_id}))
    or (entry.subject_type = 'payment' and entry.subject_id in (
      select id from payments where payer_id = ${user_id})))`
  return pageAudit(ctx.db, request, isAdmin ? [subjectCondition] : [subjectCondition, sql`not ${forAdmins}`])
}
