import { z } from 'zod'
import { paymentStates } from '../lifecycle.ts'
import { caseActs, paymentCaseKinds } from '../payment-cases.ts'
import { paymentKinds } from '../states.ts'
import { Time } from './scalars.ts'

/** Sums are in roubles, or in whole Stars. */
const Sum = z.object({ amount: z.number(), currency: z.string() })

/** Money that does not add up: what happened, to whom, and what may be done about it now. */
export const PaymentCase = z.object({
  id: z.int(),
  kind: z.enum(paymentCaseKinds),
  state: z.enum(['open', 'resolved']),
  /** The provider's number; null for Stars that name no invoice. */
  invoice_id: z.int().nullable(),
  /** Where it was found, when not in a call of the provider. */
  source: z.enum(['register', 'stars', 'admin']).nullable(),
  expected: Sum.nullable(),
  received: Sum.nullable(),
  /** When the money moved, when that is known. */
  happened_at: Time.nullable(),
  /** What the provider said or an admin wrote. */
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
  /** What a person may do now; empty when the case is over. */
  acts: z.array(z.enum(caseActs)),
  opened_at: Time,
  resolved_at: Time.nullable(),
  /** Null while open, and when the product itself closed it. */
  resolved_by: z.string().nullable(),
  resolution: z.string().nullable(),
})

/**
 * The result of a day's comparison with the providers; sums are in roubles or whole Stars, and those of one currency
 * add up to zero.
 */
export const MoneyReport = z.object({
  /** In Moscow. */
  day: z.string(),
  matched: z.int(),
  late: z.int(),
  missing: z.int(),
  surplus: z.int(),
  returned_outside: z.int(),
  /** Now, of any day. */
  open_cases: z.array(z.object({ kind: z.enum(paymentCaseKinds), count: z.int() })),
  /** Free publications and boosts that are owed now. */
  credits: z.int(),
  balances: z.array(z.object({ account: z.string(), currency: z.string(), amount: z.number() })),
})

/** What came of one file of the provider's register; `missing` are payments of ours that it should tell. */
export const RegisterImport = z.object({
  id: z.int(),
  imported_at: Time,
  imported_by: z.string(),
  covers_from: Time,
  covers_to: Time,
  /** New operations, of which each is one of the following. */
  operations: z.int(),
  matched: z.int(),
  late: z.int(),
  surplus: z.int(),
  mismatched: z.int(),
  returned_outside: z.int(),
  missing: z.int(),
  /** The same file was taken in before: nothing has changed. */
  is_repeated: z.boolean(),
})
