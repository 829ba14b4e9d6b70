import type { Context } from '#services/context.ts'

/** Where counted views wait for the flush: listing id -> views. */
export const pendingViews = 'views:pending'

const day = 24 * 60 * 60
const hour = 60 * 60
/** Different listings a person's views count for in an hour; more is a machine. */
const listingsPerHour = 300

/** A small set of integers is packed: an exact memory of viewers costs four bytes each. */
const countOnce = `
if redis.call('SADD', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('EXPIRE', KEYS[1], ARGV[3])
local seen = redis.call('INCR', KEYS[2])
if seen == 1 then redis.call('EXPIRE', KEYS[2], ARGV[4]) end
if seen > tonumber(ARGV[5]) then return 0 end
redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
return 1
`

/**
 * Counts a person's view of a listing once a day (UTC). Ask only for a published listing that is not the
 * viewer's own. Never throws: without Redis the view is not counted and the page opens all the same.
 */
export async function countView(ctx: Context, listing_id: number, viewer_id: number): Promise<void> {
  const today = ctx.now().toISOString()
  const keys = [
    `views:seen:${listing_id}:${today.slice(0, 10)}`,
    `views:viewer:${viewer_id}:${today.slice(0, 13)}`,
    pendingViews,
  ]
  try {
    await ctx.redis.eval(
      countOnce,
      keys.length,
      ...keys,
      viewer_id,
      listing_id,
      2 * day,
      hour,
      listingsPerHour,
    )
  } catch (error) {
    ctx.log.debug({ err: error, listing_id }, 'a view was not counted')
  }
}
