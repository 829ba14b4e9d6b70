import { sql } from 'kysely'
import type { z } from 'zod'
import type { adminModerationCalls } from '#contract/calls/admin-moderation.ts'
import type { AdminListing } from '#contract/calls/admin-shapes.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { recentWarnings } from '#services/moderation/decisions/warnings.ts'
import { measureTimes } from '#services/moderation/queue/service-times.ts'
import { listingMatches } from './columns.ts'
import { listedPrice } from './moderation/queue-entries.ts'
import { type Page, type Paging, readPage, total } from './pages.ts'

type Counts = z.output<(typeof adminModerationCalls)['GET /api/admin/counts']['reply']>

/** Figures of the admin menu: waiting moderation tasks, and numbers of people. */
export async function countAll(ctx: Context): Promise<Counts> {
  const today = `${ctx.now().toISOString().slice(0, 10)}T00:00:00Z`
  const countWaiting = (subject: string, kind: string) => sql`(select count(*)::int from waiting
    where is_report = ${subject === 'report'} and kind = ${kind})`
  const { rows } = await sql<Omit<Counts, 'times'>>`
    with waiting as (
      select task.subject = 'report' as is_report, coalesce(listing.kind, 'order') as kind
      from moderation_tasks task left join listings listing on listing.id = task.listing_id
      where task.state in ('open', 'claimed'))
    select ${countWaiting('review', 'order')} as orders, ${countWaiting('review', 'vacancy')} as vacancies,
      ${countWaiting('report', 'order')} as order_reports, ${countWaiting('report', 'vacancy')} as vacancy_reports,
      (select count(*)::int from users where status <> 'deleted') as people,
      (select count(*)::int from users where created_at >= ${today}) as new_people,
      (select count(*)::int from support_cases where state = 'open' and last_side = 'person') as support,
      (select count(*)::int from channels where state <> 'removed' and lost_since is not null) as lost_channels`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('counting found no row')
  return { ...row, times: await measureTimes(ctx) }
}

type Filter = Paging & {
  kind?: 'order' | 'vacancy'
  status?: ListingStatus
  is_archive?: boolean
  author_id?: number
  search?: string
}

/** SQL for whether the staff hid a listing. Its author sees the same difference. */
const isTakenDown = sql<boolean>`(listing.status = 'hidden' and listing.hidden_reason is distinct from 'owner')`

/** SQL for the place of a listing in the list of one person: published, waiting, the author's own, over. */
const actOrder = sql<number>`case when listing.status in ('published', 'in_progress') then 0
  when listing.status = 'moderation' then 1 when listing.is_archive then 3 else 2 end`

export async function listAllListings(
  ctx: Pick<Context, 'db' | 'now'>,
  filter: Filter,
): Promise<Page<z.output<typeof AdminListing>>> {
  const { kind, status, is_archive, author_id, search } = filter
  const matching = ctx.db
    .selectFrom('listings as listing')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .select(['listing.id', 'listing.kind', 'listing.title', 'listing.status', 'listing.author_id'])
    .select(['author.full_name as author_name', 'listing.created_at', 'listing.published_at'])
    .select([recentWarnings(ctx).as('author_warnings'), listedPrice.as('price')])
    .select(['listing.responses_count', total])
    .select([isTakenDown.as('is_taken_down'), sql<boolean>`(listing.audience = 'private')`.as('is_private')])
    .$if(kind !== undefined, (query) => query.where('listing.kind', '=', kind ?? 'order'))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`listing.status = ${status}`))
    .$if(is_archive !== undefined, (query) => query.where('listing.is_archive', '=', is_archive === true))
    .$if(author_id !== undefined, (query) => query.where('listing.author_id', '=', author_id ?? 0))
    .$if(Boolean(search), (query) => query.where(listingMatches(search ?? '')))
    // The listings of one person begin with those that a moderator can act on; what is over comes last.
    .$if(author_id !== undefined, (query) => query.orderBy(actOrder))
    .orderBy('listing.id', 'desc')
  return readPage(matching, filter)
}
