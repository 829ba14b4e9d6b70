import { z } from 'zod'
import { paymentStates } from '../lifecycle.ts'
import { caseActs, paymentCaseKinds } from '../payment-cases.ts'
import { paymentKinds } from '../states.ts'
import { Time } from './scalars.ts'

/** Amounts in roubles or whole Stars. */
const Sum = z.object({ amount: z.number(), currency: z.string() })

/** A payment case: money that does not match our payments, with its facts and the acts that an admin can choose now. */
export const PaymentCase = z.object({
  id: z.int(),
  kind: z.enum(paymentCaseKinds),
  state: z.enum(['open', 'resolved']),
  /** The provider's invoice number; null for Stars without an invoice. */
  invoice_id: z.int().nullable(),
  /**
   * Source in which the case was found: the provider's register, the Star transactions or an admin's report. Null for a
   * case from a result call of the provider.
   */
  source: z.enum(['register', 'stars', 'admin']).nullable(),
  expected: Sum.nullable(),
  received: Sum.nullable(),
  /** Time of the money movement, if known. */
  happened_at: Time.nullable(),
  /** Note of the provider or an admin. */
  note: z.string().nullable(),
  payment: z
    .object({
      id: z.int(),
      state: z.enum(paymentStates),
      kind: z.enum(paymentKinds),
      payer_id: z.int(),
      payer_name: z.string(),
      listing_id: z.int(),
      listing_kind: z.enum(['order', 'vacancy']),
      title: z.string(),
    })
    .nullable(),
  /** Acts that an admin can choose now; empty for a closed case. */
  acts: z.array(z.enum(caseActs)),
  opened_at: Time,
  resolved_at: Time.nullable(),
  /** Name of the admin who closed the case. Null for an open case, and for a case that was closed automatically. */
  resolved_by: z.string().nullable(),
  resolution: z.string().nullable(),
})

/**
 * A comparison of our payments with the providers' lists for one day. Amounts are in roubles or whole Stars. The
 * balance `provider` is what came from the providers without what they kept or got back; the other balances of its
 * currency add up to it.
 */
export const MoneyReport = z.object({
  /** Date in Moscow. */
  day: z.string(),
  matched: z.int(),
  late: z.int(),
  missing: z.int(),
  surplus: z.int(),
  returned_outside: z.int(),
  /** Numbers of all cases that are open now, also of cases from other days. */
  open_cases: z.array(z.object({ kind: z.enum(paymentCaseKinds), count: z.int() })),
  /** Number of unspent free publications and boosts. */
  credits: z.int(),
  balances: z.array(z.object({ account: z.string(), currency: z.string(), amount: z.number() })),
})

/**
 * Result of importing a register of the provider. `missing`: number of our payments that the register should contain
 * but does not.
 */
export const RegisterImport = z.object({
  id: z.int(),
  imported_at: Time,
  imported_by: z.string(),
  covers_from: Time,
  covers_to: Time,
  /**
   * Number of operations that no earlier register had. Each operation is counted under exactly one of the results
   * below.
   */
  operations: z.int(),
  matched: z.int(),
  late: z.int(),
  surplus: z.int(),
  mismatched: z.int(),
  returned_outside: z.int(),
  missing: z.int(),
  /** True if the same file had been imported before, so that this import changed nothing. */
  is_repeated: z.boolean(),
})
