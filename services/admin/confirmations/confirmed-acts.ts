import type { Tx } from '#db/index.ts'
import type { UserRole } from '#db/tables.ts'
import { setRole } from '#services/admin/people/actions.ts'
import type { Subject } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { type CaseResolution, resolveCase } from '#services/payments/cases/resolve-case.ts'
import { type NewTariff, setTariff } from '#services/payments/invoices/tariff-changes.ts'
import { type Compensation, compensatePayment } from '#services/payments/refunds/compensation.ts'
import { checkDeletion, deletePerson } from '#services/privacy/deletion.ts'

/** Acts that cost money or give power. An admin has to confirm them with a button in the bot. */
export type ConfirmedActs = {
  'payment.compensate': Compensation
  'case.finish': CaseResolution
  'tariff.set': NewTariff
  'user.role': { user_id: number; role: UserRole }
  'user.delete': { user_id: number; force: boolean }
}
export type ActName = keyof ConfirmedActs

/**
 * Callback that marks the confirmation as carried out, in the transaction of the act. The callback throws if the
 * confirmation is no longer pending.
 */
export type MarkDone = (tx: Tx) => Promise<void>

type ConfirmedAct<Input> = {
  /**
   * Carries out the act. The function awaits `markDone` at the end of its last transaction, so that act and mark commit
   * together.
   */
  run(ctx: ActorContext, input: Input, markDone: MarkDone): Promise<void>
  /**
   * Throws the same errors as `run`, but changes nothing. An act needs this function if `run` uses several
   * transactions.
   */
  check?(ctx: ActorContext, input: Input): Promise<void>
  subject(input: Input): Subject
}

export const acts: { [A in ActName]: ConfirmedAct<ConfirmedActs[A]> } = {
  'payment.compensate': {
    run: compensatePayment,
    subject: ({ payment_id }) => ({ type: 'payment', id: payment_id }),
  },
  'case.finish': {
    run: resolveCase,
    subject: ({ case_id }) => ({ type: 'payment_case', id: case_id }),
  },
  'tariff.set': {
    run: setTariff,
    subject: ({ category_id }) => ({ type: 'category', id: category_id ?? 0 }),
  },
  'user.role': {
    run: setRole,
    subject: ({ user_id }) => ({ type: 'user', id: user_id }),
  },
  'user.delete': {
    run: deletePerson,
    check: checkDeletion,
    subject: ({ user_id }) => ({ type: 'user', id: user_id }),
  },
}

/** Returns the act with a name as it is stored in the database. */
export function actOf(name: string): ConfirmedAct<Record<string, unknown>> {
  return acts[name as ActName] as unknown as ConfirmedAct<Record<string, unknown>>
}

class RehearsalDone extends Error {}

/** Throws the same errors as the act would now, without changing anything. */
export async function checkActPossible<A extends ActName>(
  ctx: ActorContext,
  name: A,
  input: ConfirmedActs[A],
): Promise<void> {
  const act: ConfirmedAct<ConfirmedActs[A]> = acts[name]
  if (act.check) return act.check(ctx, input)
  try {
    await act.run(ctx, input, () => Promise.reject(new RehearsalDone()))
  } catch (error) {
    if (!(error instanceof RehearsalDone)) throw error
  }
}
