import { z } from 'zod'
import { dealStages, dealStepKinds } from '../lifecycle.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, File } from './shapes.ts'

/** What the two sides agreed on by the choice. */
export const Agreement = z.object({
  /** Of the response, or of the order where that named none; null when both left it open. */
  price: Amount.nullable(),
  currency: Currency.nullable(),
  /** The deadline, or the date that a return has set. */
  due_at: Time.nullable(),
})

/** What one side handed to the other. */
const DealStep = z.object({
  id: z.int(),
  kind: z.enum(dealStepKinds),
  text: z.string().nullable(),
  link: z.string().nullable(),
  created_at: Time,
  files: z.array(File),
})

/** Work from the choice on, the same for both sides. */
export const Deal = Agreement.extend({
  stage: z.enum(dealStages),
  chosen_at: Time,
  handed_in_at: Time.nullable(),
  returned_at: Time.nullable(),
  accepted_at: Time.nullable(),
  /** While the work waits for an answer: when its author is reminded next, and when it counts as accepted. */
  reminds_at: Time.nullable(),
  accepts_at: Time.nullable(),
  /** After a return: from when the author may take the choice back. */
  released_from: Time.nullable(),
  /** Oldest first. */
  steps: z.array(DealStep),
})
