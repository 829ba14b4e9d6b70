import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { pendingOpenings } from '#services/channels/visits.ts'
import type { Context } from '#services/core/context.ts'
import { pendingDays, pendingViews, type Step } from '#services/listings/author/views.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

/** A counter of views in Redis, and the SQL that adds a batch of counted views to Postgres. */
type Counter = {
  pending: string
  /** Redis key of the set of batches that were taken from the counter and are perhaps not in Postgres yet. */
  batches: string
  addStatement: (counted: Record<string, string>) => RawBuilder<unknown>
}
const batchKey = (id: string) => `views:batch:${id}`

const views: Counter = {
  pending: pendingViews,
  batches: 'views:batches',
  addStatement: (counted) => sql`
    insert into listing_views (listing_id, views_count)
    select listing.id, view.count
    from unnest(${Object.keys(counted).map(Number)}::bigint[], ${Object.values(counted).map(Number)}::bigint[])
      as view (listing_id, count)
    join listings listing on listing.id = view.listing_id
    order by listing.id
    on conflict (listing_id) do update set views_count = listing_views.views_count + excluded.views_count`,
}

const days: Counter = {
  pending: pendingDays,
  batches: 'views:day-batches',
  addStatement: (counted) => {
    const rows = Object.entries(counted).map(([field, count]) => [...field.split(':'), count])
    const column = (index: number) => rows.map((row) => row[index])
    const of = (step: Step) => sql`coalesce(sum(hit.count) filter (where hit.step = ${step}), 0)`
    return sql`
      insert into listing_days (listing_id, day, shown, opened)
      select listing.id, hit.day, ${of('shown')}, ${of('opened')}
      from unnest(${column(0)}::bigint[], ${column(1)}::date[], ${column(2)}::text[], ${column(3)}::integer[])
        as hit (listing_id, day, step, count)
      join listings listing on listing.id = hit.listing_id
      group by listing.id, hit.day
      order by listing.id, hit.day
      on conflict (listing_id, day) do update set shown = listing_days.shown + excluded.shown,
        opened = listing_days.opened + excluded.opened`
  },
}

const channels: Counter = {
  pending: pendingOpenings,
  batches: 'views:channel-batches',
  addStatement: (counted) => {
    const rows = Object.entries(counted).map(([field, count]) => [...field.split(':'), count])
    const column = (index: number) => rows.map((row) => row[index])
    return sql`
      update channel_posts post set opened = post.opened + visit.count
      from unnest(${column(0)}::integer[], ${column(1)}::bigint[], ${column(2)}::integer[])
        as visit (channel_id, listing_id, count)
      where post.channel_id = visit.channel_id and post.listing_id = visit.listing_id`
  },
}

/**
 * Redis script that renames the counter to a batch. If the process dies afterwards, the next flush finds the batch in
 * the set of batches.
 */
const takeBatchScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('SADD', KEYS[3], ARGV[1])
end
return redis.call('SMEMBERS', KEYS[3])
`

/** Moves counted views from Redis to Postgres. */
export const viewCounting: Sweep = {
  name: 'view-counting',
  every: timing.views.flush,
  async run(ctx) {
    // Without Redis no views were counted, so there is nothing to move.
    if (ctx.redis.status === 'ready') await flushViews(ctx)
    return false
  },
}

/** Adds the counted views to Postgres, each batch exactly once. Batches of an interrupted flush are added as well. */
export async function flushViews(ctx: Context): Promise<void> {
  for (const counter of [views, days, channels]) await flush(ctx, counter)
}

async function flush(ctx: Context, { pending, batches, addStatement: add }: Counter): Promise<void> {
  const { redis } = ctx
  const id = randomUUID()
  const keys = [pending, batchKey(id), batches]
  const waiting = (await redis.eval(takeBatchScript, keys.length, ...keys, id)) as string[]
  for (const batch of waiting) {
    const counts = await redis.hgetall(batchKey(batch))
    await addOnce(ctx, batch, add(counts))
    await redis.multi().del(batchKey(batch)).srem(batches, batch).exec()
  }
}

async function addOnce(ctx: Context, id: string, adding: RawBuilder<unknown>): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const created_at = ctx.now().toISOString()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('view_batches')
      .values({ id, created_at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 0n) await adding.execute(tx)
  })
}
