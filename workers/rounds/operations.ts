import type { Context } from '#services/core/context.ts'
import { pingWatchdog, raiseAlarms } from '#services/operations/alarms/alarms.ts'
import { openDirectAlarms } from '#services/operations/alarms/direct.ts'
import { sendReport } from '#services/payments/register/daily-report.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'

/** Alerts the operators about problems with money or background work, and sends them the daily report about money. */
export function startAlarms(ctx: Context, isTelegramThere: () => Promise<boolean>): Loop {
  let round = 0
  const alarmDirectly = openDirectAlarms()
  return startLoop(ctx, {
    name: 'alarms',
    round: async (loopCtx) => {
      await alarmDirectly(loopCtx).catch((error: Error) =>
        loopCtx.log.warn({ reason: error.message }, 'operators could not be called'),
      )
      const raised = await raiseAlarms(loopCtx, round++ % timing.operations.wholeLedger === 0)
      await sendReport(loopCtx)
      await pingWatchdog(loopCtx, raised, isTelegramThere)
      return timing.operations.look
    },
  })
}
