import type { Context } from '#services/core/context.ts'
import { remindModerators } from '#services/moderation/reminders.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Reminds moderators of what waits for too long. */
export function startModerationReminders(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'moderation-reminders',
    round: async (own) => {
      const { batch, sweep } = timing.moderation
      const reminded = await remindModerators(own, batch)
      if (reminded > 0) own.log.info({ reminded }, 'moderators reminded')
      return reminded === batch ? 0 : sweep
    },
  })
}
