import type { Context } from '#services/core/context.ts'
import { endUnrenewed, expireListings, remindOfExpiry } from '#services/lifecycle/expire.ts'
import { refundForgotten } from '#services/lifecycle/forgotten.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Reminds authors before a listing expires, expires it on time, and refunds what was rejected and left alone. */
export function startListingExpiry(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'listing-expiry',
    round: async (own) => {
      const reminded = await remindOfExpiry(own)
      const expired = await expireListings(own, timing.expiry.batch)
      const unrenewed = await endUnrenewed(own, timing.expiry.batch)
      const returned = await refundForgotten(own, timing.expiry.batch)
      own.log.debug({ reminded, expired, unrenewed, returned }, 'expiry round')
      return Math.max(expired, unrenewed, returned) === timing.expiry.batch ? 0 : timing.expiry.sweep
    },
  })
}
