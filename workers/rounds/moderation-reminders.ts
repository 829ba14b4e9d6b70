import { remindModerators } from '#services/moderation/queue/reminders.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

const { batch, sweep } = timing.moderation

/** Reminds moderators of overdue tasks. */
export const moderationReminders: Sweep = {
  name: 'moderation-reminders',
  every: sweep,
  async run(ctx) {
    const reminded = await remindModerators(ctx, batch)
    if (reminded > 0) ctx.log.info({ reminded }, 'moderators reminded')
    return reminded === batch
  },
}
