import type { Context } from '#services/core/context.ts'
import { raiseAlarms } from '#services/operations/alarms.ts'
import { signOfLife } from '#services/operations/dead-man.ts'
import { sendReport } from '#services/payments/register/daily-report.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Calls the operators when money or work does not add up, and tells them of the day before. */
export function startAlarms(ctx: Context, isTelegramThere: () => Promise<boolean>): Loop {
  let round = 0
  return startLoop(ctx, {
    name: 'alarms',
    round: async (own) => {
      const raised = await raiseAlarms(own, round++ % timing.operations.wholeLedger === 0)
      await sendReport(own)
      await signOfLife(own, raised, isTelegramThere)
      return timing.operations.look
    },
  })
}
