import { publishDueReviews } from '#services/relations/review-publishing.ts'
import { timing } from './background-timing.ts'
import type { Sweep } from './sweep.ts'

const { batch, sweep } = timing.reviews

/** Publishes reviews whose other side did not write one in time. */
export const reviewPublication: Sweep = {
  name: 'review-publication',
  every: sweep,
  run: async (ctx) => (await publishDueReviews(ctx, batch)) === batch,
}
