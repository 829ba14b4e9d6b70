import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { homeCalls } from '#contract/calls/home.ts'
import { limits } from '#contract/limits.ts'
import { type ReceivedGroup, receivedStatuses } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { newResponses, readerOf, responseOrder } from '#services/listings/projections.ts'
import { type ResponseReply, selectResponses, toReply } from '#services/responses/queries.ts'

/** Responses to all current listings of a client, grouped by listing. */

type Received = z.output<(typeof homeCalls)['GET /api/users/received_responses']['reply']>
type Listing = Omit<Received['listings'][number], 'responses'>

/**
 * SQL condition that the listing belongs to the viewer and is published, hidden or in progress. Needs the alias
 * `listing`.
 */
const isCurrentOwn = (viewer_id: number) =>
  sql`listing.author_id = ${viewer_id} and listing.status in ('published', 'hidden', 'in_progress')`

/** SQL condition that a response belongs to a group of the client's list of received responses. */
const isIn = (group: ReceivedGroup): RawBuilder<boolean> =>
  group === 'all'
    ? sql`status <> 'withdrawn'`
    : sql`status in (${sql.join(receivedStatuses[group].map(sql.lit))})`

const count = (group: ReceivedGroup) => sql`count(*) filter (where ${isIn(group)})`

async function findListings(db: Db, viewer_id: number): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select listing.id, listing.kind, listing.title, listing.status, listing.expires_at,
      received.counts, received.waiting_since
    from listings listing
    cross join lateral (
      select json_build_object('new', ${count('new')}, 'waiting', ${count('waiting')},
          'shortlisted', ${count('shortlisted')}, 'all', ${count('all')}) as counts,
        min(created_at) filter (where ${isIn('waiting')}) as waiting_since,
        max(created_at) as newest_at
      from responses where listing_id = listing.id and ${isIn('all')}) received
    where ${isCurrentOwn(viewer_id)} and received.newest_at is not null
    order by received.newest_at desc, listing.id desc
    limit ${sql.lit(limits.receivedResponses.listings)}`.execute(db)
  return rows
}

/** Ids of the first responses in one group, a few of each listing, in the order in which the author sees them. */
async function findFirst(db: Db, listing_ids: number[], group: ReceivedGroup): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select first.id from unnest(${listing_ids}::bigint[]) as listing(id)
    cross join lateral (select responses.id, boosted_at, created_at from responses
      where listing_id = listing.id and ${isIn(group)}
      order by ${responseOrder('responses')} limit ${sql.lit(limits.receivedResponses.each)}) first
    order by ${responseOrder('first')}`.execute(db)
  return rows.map(({ id }) => id)
}

async function readResponses(ctx: UserContext, ids: number[]): Promise<ResponseReply[]> {
  if (ids.length === 0) return []
  const reader = readerOf(ctx)
  const rows = await selectResponses(ctx.db, reader)
    .where(sql<boolean>`response.id = any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toReply(row, reader)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Listings with responses. The listing with the newest response is first. Each listing contains its first responses of the
 * chosen group, in the order of the listing's own page.
 */
export async function listReceivedByClient(ctx: UserContext, group: ReceivedGroup): Promise<Received> {
  const [listings, newest_open] = await Promise.all([
    findListings(ctx.db, ctx.viewer.id),
    ctx.db
      .selectFrom('listings')
      .select(['id', 'kind', 'title'])
      .where('author_id', '=', ctx.viewer.id)
      .where('status', '=', 'published')
      .orderBy('published_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  const listing_ids = listings.map(({ id }) => id)
  const responses = await readResponses(ctx, await findFirst(ctx.db, listing_ids, group))
  return {
    listings: listings.map((listing) => ({
      ...listing,
      responses: responses.filter(
        ({ project_id, vacancy_id }) => (listing.kind === 'order' ? project_id : vacancy_id) === listing.id,
      ),
    })),
    newest_open: newest_open ?? null,
  }
}

/** Number of responses to all current listings of the client that the client has not seen. */
export async function countNewResponses(ctx: UserContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(${newResponses}), 0)::int as count from listings listing
    where ${isCurrentOwn(ctx.viewer.id)}`.execute(ctx.lists)
  return rows[0]?.count ?? 0
}
