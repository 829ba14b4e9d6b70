import { closeSilent, forgetMedia, notifyLate, remindOperators } from '#services/support/schedule.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.support

/** Closes, reminds of and cleans up support questions. */
export const supportCare: Sweep = {
  name: 'support-care',
  every: sweep,
  async run(ctx) {
    const done = {
      closed: await closeSilent(ctx, batch),
      reminded: await remindOperators(ctx, batch),
      forgotten: await forgetMedia(ctx, batch),
    }
    await notifyLate(ctx, batch)
    if (Object.values(done).some((count) => count > 0)) ctx.log.info(done, 'the support was looked after')
    return Object.values(done).includes(batch)
  },
}
