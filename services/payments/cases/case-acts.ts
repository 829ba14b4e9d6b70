import { AppError } from '#contract/errors.ts'
import { actsOf, type CaseAct } from '#contract/payment-cases.ts'
import type { Tx } from '#db/index.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'

export type OpenCase = Awaited<ReturnType<typeof lockCase>>

/**
 * Locks an open payment case and its payment for an action of an admin.
 * @throws not_found; wrong_state when the case is closed or does not offer the action now
 */
export async function lockCase(tx: Tx, case_id: number, act: CaseAct) {
  const caseRow = await tx
    .selectFrom('payment_cases')
    .select('payment_id')
    .where('id', '=', case_id)
    .executeTakeFirst()
  if (!caseRow) throw new AppError('not_found')
  // Rows are locked in the order listing, response, payment, to avoid deadlocks.
  const payment =
    caseRow.payment_id === null ? undefined : await lockPaymentWithListing(tx, caseRow.payment_id)
  const lockedCase = await tx
    .selectFrom('payment_cases')
    .select(['id', 'kind', 'state', 'invoice_id', 'payment_id', 'details', 'entry_key'])
    .where('id', '=', case_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (lockedCase.state !== 'open') throw new AppError('wrong_state', { state: lockedCase.state })
  const facts = payment ? await readFacts(tx, payment) : null
  const acts = actsOf(lockedCase.kind, facts)
  if (!acts.includes(act)) throw new AppError('wrong_state', { acts })
  return { ...lockedCase, payment, facts }
}

async function lockPaymentWithListing(tx: Tx, payment_id: number) {
  await lockPaidListing(tx, payment_id)
  return lockPayment(tx, payment_id)
}

async function readFacts(tx: Tx, payment: PaymentRow) {
  const { credit_id, spent_payment_id, status } = await tx
    .selectFrom('users')
    .leftJoin('credits', (join) => join.on('credits.source_payment_id', '=', payment.id))
    .select(['credits.id as credit_id', 'credits.spent_payment_id', 'users.status'])
    .where('users.id', '=', payment.payer_id)
    .executeTakeFirstOrThrow()
  return {
    state: payment.state,
    rail: payment.rail,
    has_credit: credit_id !== null,
    is_credit_spent: spent_payment_id !== null,
    is_payer_gone: status === 'deleted',
  }
}

/** Closes a payment case by an action of an admin, and writes the audit entry. */
export async function closeCase(
  ctx: ActorContext,
  tx: Tx,
  { id, kind, invoice_id, payment_id }: OpenCase,
  act: CaseAct,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set({
      state: 'resolved',
      resolved_at: ctx.now().toISOString(),
      resolved_by: ctx.viewer.id,
      resolution: `${act}: ${reason}`,
    })
    .where('id', '=', id)
    .execute()
  await writeAudit(ctx, tx, {
    actor_id: ctx.viewer.id,
    action: `case.${act}`,
    subject: { type: 'payment_case', id },
    before: { kind, invoice_id, payment_id },
    after: { reason },
  })
}

/**
 * Makes the inquiry to the payment provider about the case's payment due now.
 * @throws not_found, wrong_state
 */
export async function checkCaseAgain(ctx: ActorContext, case_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { id, kind, payment } = await lockCase(tx, case_id, 'check')
    await tx
      .updateTable('payments')
      .set({ next_check_at: ctx.now().toISOString() })
      .where('id', '=', payment?.id ?? 0)
      .execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'case.check',
      subject: { type: 'payment_case', id },
      before: { kind },
    })
  })
}
