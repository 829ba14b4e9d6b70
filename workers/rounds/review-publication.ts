import { publishDueReviews } from '#services/relations/review-schedule.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.reviews

/** Publishes reviews whose counterpart was not written in time. */
export const reviewPublication: Sweep = {
  name: 'review-publication',
  every: sweep,
  run: async (ctx) => (await publishDueReviews(ctx, batch)) === batch,
}
