import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'

/** Where counted views wait for the flush: listing id -> views. */
export const pendingViews = 'views:pending'

const day = 24 * 60 * 60
const hour = 60 * 60
/** Different listings a person's views count for in an hour; more is a machine. */
const listingsPerHour = 300

/** Hits that one call of the script counts at most: Redis does nothing else meanwhile. */
const together = 500

/** A small set of integers is packed: an exact memory of viewers costs four bytes each. */
const countOnce = `
local pending = KEYS[#KEYS]
local days, hours, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
for hit = 1, (#KEYS - 1) / 2 do
  local seen, viewer = KEYS[2 * hit - 1], KEYS[2 * hit]
  if redis.call('SADD', seen, ARGV[2 * hit + 2]) == 1 then
    redis.call('EXPIRE', seen, days)
    local opened = redis.call('INCR', viewer)
    if opened == 1 then redis.call('EXPIRE', viewer, hours) end
    if opened <= most then redis.call('HINCRBY', pending, ARGV[2 * hit + 3], 1) end
  end
end
`

type Hit = { keys: [seen: string, viewer: string]; values: [viewer_id: number, listing_id: number] }
type Batch = { hits: Hit[]; counted: Promise<unknown> }
const open = new WeakMap<Redis, Batch>()

/** Hits of one moment travel to Redis together. */
function count(redis: Redis, hit: Hit): Promise<unknown> {
  const known = open.get(redis)
  if (known && known.hits.length < together) {
    known.hits.push(hit)
    return known.counted
  }
  const hits = [hit]
  const counted = new Promise((resolve) => setImmediate(resolve)).then(() => {
    if (open.get(redis)?.hits === hits) open.delete(redis)
    const keys = [...hits.flatMap((one) => one.keys), pendingViews]
    const values = hits.flatMap((one) => one.values)
    return redis.eval(countOnce, keys.length, ...keys, 2 * day, hour, listingsPerHour, ...values)
  })
  open.set(redis, { hits, counted })
  return counted
}

/**
 * Counts a person's view of a listing once a day (UTC). Ask only for a published listing that is not the
 * viewer's own. Never throws: without Redis the view is not counted and the page opens all the same.
 */
export async function countView(ctx: Context, listing_id: number, viewer_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  const keys: Hit['keys'] = [
    `views:seen:${listing_id}:${now.slice(0, 10)}`,
    `views:viewer:${viewer_id}:${now.slice(0, 13)}`,
  ]
  try {
    await count(ctx.redis, { keys, values: [viewer_id, listing_id] })
  } catch (error) {
    ctx.log.debug({ err: error, listing_id }, 'a view was not counted')
  }
}
