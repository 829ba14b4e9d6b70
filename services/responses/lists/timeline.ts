import { sql } from 'kysely'
import type { z } from 'zod'
import type { NearListing, ResponseStory } from '#contract/calls/listing-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { endedResponses } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { mayBeProposedTo, selectSimilarOpen } from '#services/listings/audience/columns.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { amount, currency } from '#services/reference/projections.ts'
import { findOwn } from './own.ts'

type Similar = Pick<z.output<typeof ResponseStory>, 'similar' | 'similar_count'>

/**
 * History of a response of the viewer. If the response has ended, similar open listings are added.
 * @throws not_found
 */
export async function readResponseHistory(
  ctx: UserContext,
  id: number,
): Promise<z.output<typeof ResponseStory>> {
  const reader = readerOf(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('responses as response')
      .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
      .select(['listing.kind', 'listing.id as listing_id', 'response.seen_at', 'response.shortlisted_at'])
      .select(['response.ended_at', 'response.boost_credited_at', 'response.status'])
      .where('response.id', '=', id)
      .where('response.user_id', '=', ctx.viewer.id)
      .executeTakeFirst()
    const ownResponse = row && (await findOwn(tx, id, row.kind, reader))
    if (!ownResponse) throw new AppError('not_found')
    const { seen_at, shortlisted_at, ended_at, boost_credited_at } = row
    const near = endedResponses.includes(row.status)
      ? await findSimilar(ctx, tx, row.listing_id, reader)
      : { similar: [], similar_count: 0 }
    return {
      ...ownResponse,
      seen_at,
      shortlisted_at,
      ended_at,
      is_boost_returned: boost_credited_at !== null,
      ...near,
    }
  })
}

async function findSimilar(ctx: UserContext, tx: Tx, listing_id: number, reader: Reader): Promise<Similar> {
  const { considered, shown } = limits.similarListings
  const near = selectSimilarOpen(sql`(${listing_id})`, ctx.now().toISOString(), considered)
  const { rows } = await sql<z.output<typeof NearListing> & { similar_count: number }>`
    with near as (${near})
    select listing.id, listing.kind, listing.title, listing.responses_count,
      ${amount('listing.price')} as price, ${amount('listing.min_stake')} as min_stake,
      ${amount('listing.max_stake')} as max_stake, ${currency('currency', reader)} as currency,
      count(*) over ()::int as similar_count
    from near join listings listing on listing.id = near.id join currencies currency on currency.id = listing.currency_id
    where ${mayBeProposedTo(sql`${ctx.viewer.id}`)}
    order by near.rank limit ${shown}`.execute(tx)
  const similar = rows.map(({ similar_count: _, ...listing }) => listing)
  return { similar, similar_count: rows[0]?.similar_count ?? 0 }
}
