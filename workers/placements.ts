import type { Context } from '#services/context.ts'
import { expireListings, remindOfExpiry } from '#services/listings/expiry.ts'
import { type Loop, startLoop } from './loop.ts'
import { pace } from './pace.ts'

/** Reminds authors that a placement is about to end, and ends it in time. */
export function startPlacements(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'placements',
    round: async (own) => {
      const reminded = await remindOfExpiry(own)
      const expired = await expireListings(own, pace.placements.batch)
      if (reminded || expired) own.log.info({ reminded, expired }, 'placements looked at')
      return expired === pace.placements.batch ? 0 : pace.placements.sweep
    },
  })
}
