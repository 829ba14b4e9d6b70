import { z } from 'zod'
import { dealStages, dealStepKinds } from '../lifecycle.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, File } from './shapes.ts'

/** Agreement of both sides when the executor was chosen. */
export const Agreement = z.object({
  /** Price of the response, or of the order if the response has none; null if neither has one. */
  price: Amount.nullable(),
  currency: Currency.nullable(),
  /** The deadline, or the date set by a return. */
  due_at: Time.nullable(),
})

/** A hand-in or return. */
const DealStep = z.object({
  id: z.int(),
  kind: z.enum(dealStepKinds),
  text: z.string().nullable(),
  link: z.string().nullable(),
  created_at: Time,
  files: z.array(File),
})

/** A deal from the choice on; the same for both sides. */
export const Deal = Agreement.extend({
  stage: z.enum(dealStages),
  chosen_at: Time,
  handed_in_at: Time.nullable(),
  returned_at: Time.nullable(),
  accepted_at: Time.nullable(),
  /** Handed-in work only: next reminder to the author, and time of automatic acceptance. */
  reminds_at: Time.nullable(),
  accepts_at: Time.nullable(),
  /** After a return: the author may dismiss the executor from this time on. */
  released_from: Time.nullable(),
  /** Oldest first. */
  steps: z.array(DealStep),
})
