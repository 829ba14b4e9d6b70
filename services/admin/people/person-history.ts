import { sql } from 'kysely'
import type { z } from 'zod'
import type { adminPeopleCalls } from '#contract/calls/admin-people.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import type { Db } from '#db/index.ts'
import { pageAudit } from '#services/admin/audit.ts'
import { listReported } from '#services/admin/moderation/reported-content.ts'
import { type Page, type Paging, skip, toPage, total } from '#services/admin/pages.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { reportedAuthor } from '#services/moderation/author/author.ts'
import { findRole } from '#services/users/people/queries.ts'

type Sent = z.output<
  (typeof adminPeopleCalls)['GET /api/admin/users/:id/responses']['reply']
>['items'][number]

/** Responses of a person, the latest first. */
export async function listSent(db: Db, user_id: number, paging: Paging): Promise<Page<Sent>> {
  const rows = await db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['response.id', 'response.listing_id', 'listing.kind', 'listing.title', 'response.status'])
    .select([sql<boolean>`response.response_type = 20`.as('is_boosted'), 'response.created_at', total])
    .where('response.user_id', '=', user_id)
    .orderBy('response.id', 'desc')
    .limit(paging.per_page)
    .offset(skip(paging))
    .execute()
  return toPage(rows, paging)
}

/** Reports about a person's content and acts, or reports by the person. */
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

/** Entries visible to administrators only: money, confirmations and views of contacts. */
const forAdmins = sql`(entry.action like 'user.contacts%' or entry.action like 'confirmation.%'
  or entry.subject_type in ('payment', 'payment_case'))`

/** Acts of the staff about a person, their listings, reports about them and their payments. */
export async function listHistory(ctx: UserContext, user_id: number, request: ListRequest) {
  const isAdmin = (await findRole(ctx.db, ctx.viewer.id)) === 'admin'
  const about = sql`(
    (entry.subject_type = 'user' and entry.subject_id = ${user_id})
    or (entry.subject_type = 'listing' and entry.subject_id in (select id from listings where author_id = ${user_id}))
    or (entry.subject_type = 'report' and entry.subject_id in (
      select report.id from reports report where ${reportedAuthor} = ${user_id}))
    or (entry.subject_type = 'payment' and entry.subject_id in (
      select id from payments where payer_id = ${user_id})))`
  return pageAudit(ctx.db, request, isAdmin ? [about] : [about, sql`not ${forAdmins}`])
}
