import { z } from 'zod'
import { dealStages, dealStepKinds } from '../lifecycle.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, File } from './shapes.ts'

/** Price and deadline on which client and executor agreed when the executor was chosen. */
export const Agreement = z.object({
  /** Agreed price: the price of the chosen response, else the price of the order; null if neither states a price. */
  price: Amount.nullable(),
  currency: Currency.nullable(),
  /** Unit of the price, such as "per hour", in the reader's language; null if the price is that of the whole work. */
  unit: z.string().nullable(),
  /** Deadline of the order, or the later date that the client set when returning the work. */
  due_at: Time.nullable(),
})

/** A step of a deal: the executor handed the work in, or the client returned it. */
const DealStep = z.object({
  id: z.int(),
  kind: z.enum(dealStepKinds),
  text: z.string().nullable(),
  link: z.string().nullable(),
  created_at: Time,
  files: z.array(File),
})

/** A deal: the work on an order after an executor was chosen. Client and executor get the same data. */
export const Deal = Agreement.extend({
  stage: z.enum(dealStages),
  chosen_at: Time,
  handed_in_at: Time.nullable(),
  returned_at: Time.nullable(),
  accepted_at: Time.nullable(),
  /** Time when both reviews were published. */
  reviewed_at: Time.nullable(),
  /** Set while handed-in work waits for the client: time of the next reminder, and time of automatic acceptance. */
  reminds_at: Time.nullable(),
  accepts_at: Time.nullable(),
  /** Time from which the client may dismiss the executor after returning the work. */
  released_from: Time.nullable(),
  /** Hand-ins and returns, oldest first. */
  steps: z.array(DealStep),
})
