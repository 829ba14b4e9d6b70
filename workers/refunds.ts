import type { Context } from '#services/core/context.ts'
import {
  claimRefunds,
  type RefundStep,
  recordRefundStep,
  takeRefundStep,
} from '#services/payments/refunds.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Gives back the money that is owed, one step at the provider after another. */
export function startRefunds(ctx: Context): Loop {
  return startLoop(ctx, { name: 'refunds', round: takeSteps })
}

/** One round over the refunds that are due. @returns milliseconds to rest */
export async function takeSteps(ctx: Context): Promise<number> {
  const due = await claimRefunds(ctx, timing.refunds.batch)
  for (const refund of due) {
    let step: RefundStep = { meaning: 'waiting' }
    try {
      step = await takeRefundStep(ctx, refund)
    } catch (error) {
      ctx.log.warn({ err: error, payment_id: refund.id }, 'a refund is not decided')
    }
    await recordRefundStep(ctx, refund.id, step)
  }
  return due.length === timing.refunds.batch ? 0 : timing.refunds.sweep
}
