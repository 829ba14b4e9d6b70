import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'

/** Redis hash with new views that are not added to Postgres yet: the number of views by listing id. */
export const pendingViews = 'views:pending'
/** Redis hash with new counts by day that are not added to Postgres yet: `<listing id>:<day>:<step>` -> count. */
export const pendingDays = 'views:pending-days'

/**
 * Steps of the funnel that are counted. `shown`: the card was on the screen. `opened`: the page of the listing was
 * opened.
 */
export const steps = ['shown', 'opened'] as const
export type Step = (typeof steps)[number]

const day = 24 * 60 * 60
const hour = 60 * 60
/** Maximum listings of one person that are counted in an hour, by step. A person who views more is probably a bot. */
const hourlyLimits: Record<Step, number> = { shown: 3000, opened: 300 }

/** Maximum counted views in one call of the Redis script. Redis does nothing else while a script runs. */
const maxHits = 500

/**
 * Lua script for Redis that counts each viewer of a listing once. It stores the exact set of viewers, because Redis
 * needs only four bytes per viewer in a small set of integers.
 */
const countOnce = `
local views, by_day = KEYS[#KEYS - 1], KEYS[#KEYS]
local days, hours = ARGV[1], ARGV[2]
for hit = 1, (#KEYS - 2) / 2 do
  local seen, viewer = KEYS[2 * hit - 1], KEYS[2 * hit]
  local who, listing, field, most = unpack(ARGV, 4 * hit - 1, 4 * hit + 2)
  if redis.call('SADD', seen, who) == 1 then
    redis.call('EXPIRE', seen, days)
    local counted = redis.call('INCR', viewer)
    if counted == 1 then redis.call('EXPIRE', viewer, hours) end
    if counted <= tonumber(most) then
      redis.call('HINCRBY', by_day, field, 1)
      if string.sub(field, -6) == 'opened' then redis.call('HINCRBY', views, listing, 1) end
    end
  end
end
`

type Hit = {
  keys: [seen: string, viewer: string]
  values: [viewer_id: number, listing_id: number, field: string, most: number]
}
type Batch = { hits: Hit[]; counted: Promise<unknown> }
const openBatches = new WeakMap<Redis, Batch>()

/** Adds a view to the batch that is sent to Redis next. All views of one event loop turn are sent together. */
function count(redis: Redis, hit: Hit): Promise<unknown> {
  const openBatch = openBatches.get(redis)
  if (openBatch && openBatch.hits.length < maxHits) {
    openBatch.hits.push(hit)
    return openBatch.counted
  }
  const hits = [hit]
  const counted = new Promise((resolve) => setImmediate(resolve)).then(() => {
    if (openBatches.get(redis)?.hits === hits) openBatches.delete(redis)
    const keys = [...hits.flatMap((one) => one.keys), pendingViews, pendingDays]
    const values = hits.flatMap((one) => one.values)
    return redis.eval(countOnce, keys.length, ...keys, 2 * day, hour, ...values)
  })
  openBatches.set(redis, { hits, counted })
  return counted
}

/**
 * Counts a person's view of a listing's page or card, once per day (UTC). Call it only for published listings of other
 * people. The ids of viewers are stored only in Redis and expire after two days. Without Redis nothing is counted, and
 * the function never throws.
 */
export async function countView(
  ctx: Context,
  listing_id: number,
  viewer_id: number,
  step: Step = 'opened',
): Promise<void> {
  const now = ctx.now().toISOString()
  const day = now.slice(0, 10)
  const mark = step === 'opened' ? 'views' : 'shown'
  const keys: Hit['keys'] = [
    `${mark}:seen:${listing_id}:${day}`,
    `${mark}:viewer:${viewer_id}:${now.slice(0, 13)}`,
  ]
  try {
    const values: Hit['values'] = [viewer_id, listing_id, `${listing_id}:${day}:${step}`, hourlyLimits[step]]
    await count(ctx.redis, { keys, values })
  } catch (error) {
    ctx.log.debug({ err: error, listing_id }, 'a view was not counted')
  }
}

const countable = prepare(
  (_, { ids, viewer_id }: { ids: number[]; viewer_id: number }) => sql<{ id: number }>`
    select id from listings where id = any(${ids}::bigint[]) and status = 'published' and author_id <> ${viewer_id}`,
)

/** Counts that cards were shown to the viewer. The viewer's own listings and unpublished listings are ignored. */
export async function countShown(ctx: UserContext, ids: number[]): Promise<void> {
  const viewer_id = ctx.viewer.id
  const listings = await countable(ctx.db, { ids: [...new Set(ids)], viewer_id })
  await Promise.all(listings.map(({ id }) => countView(ctx, id, viewer_id, 'shown')))
}
