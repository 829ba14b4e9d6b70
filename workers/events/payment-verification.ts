import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { listDuePayments } from '#services/payments/money/queries.ts'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import { askProvider, expireInvoices, scheduleInquiry } from '#services/payments/verification/inquiries.ts'
import { makeLateInquiry } from '#services/payments/verification/later-inquiries.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/**
 * Asks the provider about a payment that a result call or a browser has reported as paid. The payment becomes paid only
 * by the provider's answer.
 */
export const paymentVerification = defineWorker({
  queue: 'payment-verification',
  attempts: 12,
  concurrency: 4,
  prepare: (ctx, { payload }) => askProvider(ctx, payload.payment_id),
  run: (ctx, { payload }, tx, answer) => applyAnswer(ctx, tx, payload.payment_id, answer),
})

/** Asks the provider about payments whose result call was not received, and expires unpaid invoices. */
export function startPaymentSweep(ctx: Context): Loop {
  return startLoop(ctx, { name: 'payment-sweep', round: sweep })
}

/** Asks the provider about old payments once more, in case they were paid late. */
export function startLaterInquiries(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'later-inquiries',
    round: async (loopCtx) => {
      await makeLateInquiry(loopCtx)
      return limits.laterInquiries.gapMs
    },
  })
}

async function sweep(ctx: Context): Promise<number> {
  const due = await listDuePayments(ctx.db, ctx.now(), timing.payments.batch)
  for (const payment_id of due) await scheduleInquiry(ctx, payment_id)
  await expireInvoices(ctx)
  return due.length === timing.payments.batch ? 0 : timing.payments.sweep
}
