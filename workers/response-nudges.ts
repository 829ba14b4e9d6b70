import { nudgeAuthors } from '#services/responses/nudging.ts'
import { timing } from './background-timing.ts'
import type { Sweep } from './sweep.ts'

/** Reminds authors of responses that wait for their answer. */
export const responseNudges: Sweep = {
  name: 'response-nudges',
  every: timing.nudges.sweep,
  async run(ctx) {
    const nudged = await nudgeAuthors(ctx)
    if (nudged > 0) ctx.log.info({ nudged }, 'authors were reminded')
    return false
  },
}
