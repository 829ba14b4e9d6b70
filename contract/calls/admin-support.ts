import { z } from 'zod'
import { supportClosings, supportMessageStates, supportSides, supportStates } from '../states.ts'
import { addedReason, Paging } from './admin-fields.ts'
import { defineCalls } from './call.ts'
import { byId, SupportCaseId } from './ids.ts'
import { Time } from './scalars.ts'
import { File, page } from './shapes.ts'

/** A person's question to support; the conversation is in the operators' chat. */
export const SupportCase = z.object({
  id: z.int(),
  state: z.enum(supportStates),
  closed_by: z.enum(supportClosings).nullable(),
  person: z.object({ id: z.int(), full_name: z.string() }),
  /** Name of the staff member who answers the person. */
  staff_name: z.string().nullable(),
  /** True if the person wrote the last message. */
  is_waiting: z.boolean(),
  opened_at: Time,
  last_at: Time,
  /** Link to the case's topic or card in Telegram, for members of the operators' chat. */
  chat_url: z.string().nullable(),
  /** Last messages of the case, oldest first. */
  messages: z.array(
    z.object({
      id: z.int(),
      side: z.enum(supportSides),
      /** Name of the sender; null for an administrator who writes anonymously in the group. */
      author_name: z.string().nullable(),
      content: z.string(),
      has_media: z.boolean(),
      state: z.enum(supportMessageStates),
      said_at: Time,
      files: z.array(File),
    }),
  ),
  messages_count: z.int(),
})

export const adminSupportCalls = defineCalls({
  'GET /api/admin/support': {
    access: 'moderator',
    query: Paging.extend({
      /** `waiting`: open cases whose last message the person wrote. */
      view: z.enum(['waiting', 'open', 'closed']).default('open'),
    }),
    reply: page(SupportCase),
    added: addedReason,
  },
  'POST /api/admin/support/:id/close': {
    access: 'moderator',
    params: byId(SupportCaseId),
    reply: SupportCase,
    errors: ['not_found'],
    added: addedReason,
  },
})
