import { z } from 'zod'
import { confirmationStates } from '../states.ts'
import { Time } from './scalars.ts'

/** An admin's act that must be confirmed in the admin's chat with the bot, and its result. */
export const Confirmation = z.object({
  id: z.int(),
  act: z.string(),
  state: z.enum(confirmationStates),
  /** Error code of contract/errors.ts, set if the act was refused on confirmation or the question could not be sent. */
  error: z.string().nullable(),
  expires_at: Time,
})
