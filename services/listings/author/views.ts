import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'

/** Where counted views wait for the flush: listing id -> views. */
export const pendingViews = 'views:pending'
/** The same by day: `<listing id>:<day>:<step>` -> how often. */
export const pendingDays = 'views:pending-days'

/** What happens to a listing before anybody acts: its card stands on a screen, its page is opened. */
export const steps = ['shown', 'opened'] as const
export type Step = (typeof steps)[number]

const day = 24 * 60 * 60
const hour = 60 * 60
/** Different listings that count for a person in an hour; more is a machine. */
const perHour: Record<Step, number> = { shown: 3000, opened: 300 }

/** Hits that one call of the script counts at most: Redis does nothing else meanwhile. */
const together = 500

/** A small set of integers is packed: an exact memory of viewers costs four bytes each. */
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
    const keys = [...hits.flatMap((one) => one.keys), pendingViews, pendingDays]
    const values = hits.flatMap((one) => one.values)
    return redis.eval(countOnce, keys.length, ...keys, 2 * day, hour, ...values)
  })
  open.set(redis, { hits, counted })
  return counted
}

/**
 * Counts once a day (UTC) that a person has opened a listing, or was shown its card. Ask only for a published listing
 * that is not the viewer's own. Who it was is known to Redis alone, until the day is over. Never throws: without Redis
 * it is not counted and the page opens all the same.
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
    const values: Hit['values'] = [viewer_id, listing_id, `${listing_id}:${day}:${step}`, perHour[step]]
    await count(ctx.redis, { keys, values })
  } catch (error) {
    ctx.log.debug({ err: error, listing_id }, 'a view was not counted')
  }
}

const shownTo = prepare(
  (_, { ids, viewer_id }: { ids: number[]; viewer_id: number }) => sql<{ id: number }>`
    select id from listings where id = any(${ids}::bigint[]) and status = 'published' and author_id <> ${viewer_id}`,
)

/** The cards stood on the viewer's screen; own listings and what is in no list count nothing. */
export async function countShown(ctx: UserContext, ids: number[]): Promise<void> {
  const viewer_id = ctx.viewer.id
  const listings = await shownTo(ctx.db, { ids: [...new Set(ids)], viewer_id })
  await Promise.all(listings.map(({ id }) => countView(ctx, id, viewer_id, 'shown')))
}
