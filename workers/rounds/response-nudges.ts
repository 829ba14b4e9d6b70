import { remindAuthors } from '#services/responses/author-message/schedule.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

/** Reminds authors of waiting responses. */
export const responseNudges: Sweep = {
  name: 'response-nudges',
  every: timing.nudges.sweep,
  async run(ctx) {
    const nudged = await remindAuthors(ctx)
    if (nudged > 0) ctx.log.info({ nudged }, 'authors were reminded')
    return false
  },
}
