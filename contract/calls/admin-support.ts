import { z } from 'zod'
import { supportClosings, supportMessageStates, supportSides, supportStates } from '../states.ts'
import { added, Paging } from './admin-fields.ts'
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
  /** Staff member who answers. */
  staff_name: z.string().nullable(),
  /** The last message is the person's. */
  is_waiting: z.boolean(),
  opened_at: Time,
  last_at: Time,
  /** Link to its topic or card in Telegram, for members of the operators' chat. */
  chat_url: z.string().nullable(),
  /** Last messages, oldest first. */
  messages: z.array(
    z.object({
      id: z.int(),
      side: z.enum(supportSides),
      /** Null for an anonymous group administrator. */
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
      /** `waiting` = open, and the last message is the person's. */
      view: z.enum(['waiting', 'open', 'closed']).default('open'),
    }),
    reply: page(SupportCase),
    added,
  },
  'POST /api/admin/support/:id/close': {
    access: 'moderator',
    params: byId(SupportCaseId),
    reply: SupportCase,
    errors: ['not_found'],
    added,
  },
})
