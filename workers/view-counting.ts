import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { pendingViews } from '#services/listings/views.ts'
import { timing } from './background-timing.ts'
import type { Sweep } from './sweep.ts'

/** Names of batches taken out of the counter and not yet known to be in Postgres. */
const batches = 'views:batches'
const batchKey = (id: string) => `views:batch:${id}`

/** Renames the counter to a batch; if the process dies after that, the next flush finds the batch by its name. */
const takeBatch = `
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('SADD', KEYS[3], ARGV[1])
end
return redis.call('SMEMBERS', KEYS[3])
`

/** Carries counted views from Redis to Postgres. */
export const viewCounting: Sweep = {
  name: 'view-counting',
  every: timing.views.flush,
  async run(ctx) {
    // Without Redis nothing was counted.
    if (ctx.redis.status === 'ready') await flushViews(ctx)
    return false
  },
}

/** Adds counted views to Postgres, each batch exactly once, also those whose flush was killed. */
export async function flushViews(ctx: Context): Promise<void> {
  const { redis } = ctx
  const id = randomUUID()
  const keys = [pendingViews, batchKey(id), batches]
  const waiting = (await redis.eval(takeBatch, keys.length, ...keys, id)) as string[]
  for (const batch of waiting) {
    const views = await redis.hgetall(batchKey(batch))
    await addBatch(ctx, batch, views)
    await redis.multi().del(batchKey(batch)).srem(batches, batch).exec()
  }
}

async function addBatch(ctx: Context, id: string, views: Record<string, string>): Promise<void> {
  const listing_ids = Object.keys(views).map(Number)
  const counts = Object.values(views).map(Number)
  await ctx.db.transaction().execute(async (tx) => {
    const created_at = ctx.now().toISOString()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('view_batches')
      .values({ id, created_at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    await sql`
      insert into listing_views (listing_id, views_count)
      select listing.id, view.count
      from unnest(${listing_ids}::bigint[], ${counts}::bigint[]) as view (listing_id, count)
      join listings listing on listing.id = view.listing_id
      order by listing.id
      on conflict (listing_id) do update set views_count = listing_views.views_count + excluded.views_count
    `.execute(tx)
  })
}
