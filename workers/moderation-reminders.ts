import { remindModerators } from '#services/moderation/reminders.ts'
import { timing } from './background-timing.ts'
import type { Sweep } from './sweep.ts'

const { batch, sweep } = timing.moderation

/** Reminds moderators of what waits for too long. */
export const moderationReminders: Sweep = {
  name: 'moderation-reminders',
  every: sweep,
  async run(ctx) {
    const reminded = await remindModerators(ctx, batch)
    if (reminded > 0) ctx.log.info({ reminded }, 'moderators reminded')
    return reminded === batch
  },
}
