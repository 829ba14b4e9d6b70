import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { listDuePayments } from '#services/payments/money/queries.ts'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import { askProvider, lapseInvoices, scheduleInquiry } from '#services/payments/verification/inquiries.ts'
import { askLater } from '#services/payments/verification/later-inquiries.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** A call or a browser says that money may have come: only the provider's own answer to our inquiry counts. */
export const paymentVerification = defineWorker({
  queue: 'payment-verification',
  attempts: 12,
  concurrency: 4,
  prepare: (ctx, { payload }) => askProvider(ctx, payload.payment_id),
  run: (ctx, { payload }, tx, answer) => applyAnswer(ctx, tx, payload.payment_id, answer),
})

/** Finds payments whose result call never came, and closes unpaid invoices. */
export function startPaymentSweep(ctx: Context): Loop {
  return startLoop(ctx, { name: 'payment-sweep', round: sweep })
}

/** Looks at payments once more long after they ended. */
export function startLaterInquiries(ctx: Context): Loop {
  return startLoop(ctx, {
    name: 'later-inquiries',
    round: async (own) => {
      await askLater(own)
      return limits.laterInquiries.gapMs
    },
  })
}

async function sweep(ctx: Context): Promise<number> {
  const due = await listDuePayments(ctx.db, ctx.now(), timing.payments.batch)
  for (const payment_id of due) await scheduleInquiry(ctx, payment_id)
  await lapseInvoices(ctx)
  return due.length === timing.payments.batch ? 0 : timing.payments.sweep
}
