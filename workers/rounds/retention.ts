import { deleteExpired } from '#services/operations/retention.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.operations

/** Deletes old rows of finished work. */
export const retention: Sweep = {
  name: 'retention',
  every: sweep,
  async run(ctx) {
    const gone = await deleteExpired(ctx, batch)
    if (Object.keys(gone).length > 0) ctx.log.info({ gone }, 'old traces forgotten')
    return Object.values(gone).includes(batch)
  },
}
