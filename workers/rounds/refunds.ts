import type { Context } from '#services/core/context.ts'
import {
  claimRefunds,
  type RefundStep,
  recordRefundStep,
  takeRefundStep,
} from '#services/payments/refunds/refunds.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'

/** Carries out refunds, one step at the provider after another. */
export function startRefunds(ctx: Context): Loop {
  return startLoop(ctx, { name: 'refunds', round: takeSteps })
}

/**
 * Makes the due steps of refunds.
 * @returns milliseconds until the next round
 */
export async function takeSteps(ctx: Context): Promise<number> {
  for (let attempts = 0; attempts < timing.refunds.batch; attempts++) {
    // Refunds are claimed one at a time. While the provider answers slowly, other processes can take the other refunds,
    // and no claim expires.
    const [refund] = await claimRefunds(ctx, 1)
    if (!refund) return timing.refunds.sweep
    let step: RefundStep = { meaning: 'waiting' }
    try {
      step = await takeRefundStep(ctx, refund)
    } catch (error) {
      ctx.log.warn({ err: error, payment_id: refund.id }, 'a refund is not decided')
    }
    await recordRefundStep(ctx, refund.id, step)
  }
  return 0
}
