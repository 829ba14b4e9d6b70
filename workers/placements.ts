import type { Context } from '#services/core/context.ts'
import { endUnrenewed, expireListings, remindOfExpiry } from '#services/lifecycle/expire.ts'
import { refundForgotten } from '#services/lifecycle/forgotten.ts'
import { type Loop, startLoop } from './loop.ts'
import { pace } from './pace.ts'

/** Reminds authors that a placement is about to end, ends it in time, and gives back what a forgotten one cost. */
export function startPlacements(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'placements',
    round: async (own) => {
      const reminded = await remindOfExpiry(own)
      const expired = await expireListings(own, pace.placements.batch)
      const unrenewed = await endUnrenewed(own, pace.placements.batch)
      const returned = await refundForgotten(own, pace.placements.batch)
      own.log.debug({ reminded, expired, unrenewed, returned }, 'placements looked at')
      return Math.max(expired, unrenewed, returned) === pace.placements.batch ? 0 : pace.placements.sweep
    },
  })
}
