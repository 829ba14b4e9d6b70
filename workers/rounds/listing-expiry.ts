import {
  endUnrenewed,
  expireListings,
  refundAbandoned,
  remindOfExpiry,
} from '#services/lifecycle/publication/expire.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.expiry

/** Reminds authors before their listings expire, expires them, and refunds abandoned rejected ones. */
export const listingExpiry: Sweep = {
  name: 'listing-expiry',
  every: sweep,
  async run(ctx) {
    const reminded = await remindOfExpiry(ctx)
    const expired = await expireListings(ctx, batch)
    const unrenewed = await endUnrenewed(ctx, batch)
    const returned = await refundAbandoned(ctx, batch)
    const done = { reminded, expired, unrenewed, returned }
    if (Object.values(done).some((count) => count > 0)) ctx.log.info(done, 'expiry round')
    return Math.max(expired, unrenewed, returned) === batch
  },
}
