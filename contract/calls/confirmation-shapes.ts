import { z } from 'zod'
import { confirmationStates } from '../states.ts'
import { Time } from './scalars.ts'

/** An act of an admin that happens with a press in the admin's own chat with the bot, and what became of it. */
export const Confirmation = z.object({
  id: z.int(),
  act: z.string(),
  state: z.enum(confirmationStates),
  /** Code of contract/errors.ts when the act was refused at the press, or the question could not be sent. */
  error: z.string().nullable(),
  expires_at: Time,
})
