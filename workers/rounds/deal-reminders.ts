import { acceptUnanswered, remindOfAnswers, remindOfDates } from '#services/lifecycle/deals/schedule.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.expiry

/** Reminds both sides of work in progress, and accepts unanswered work in time. */
export const dealReminders: Sweep = {
  name: 'deal-reminders',
  every: sweep,
  async run(ctx) {
    await remindOfAnswers(ctx)
    await remindOfDates(ctx)
    return (await acceptUnanswered(ctx, batch)) === batch
  },
}
