import type { Context } from '#services/core/context.ts'
import { publishDueReviews } from '#services/relations/review-publishing.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Shows reviews whose other side let the time pass. */
export function startReviewPublication(ctx: Context): Loop {
  const { batch, sweep } = timing.reviews
  return startLoop(ctx, {
    name: 'review-publication',
    round: async (own) => ((await publishDueReviews(own, batch)) === batch ? 0 : sweep),
  })
}
