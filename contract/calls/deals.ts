import { z } from 'zod'
import { limits } from '../limits.ts'
import { defineCalls } from './call.ts'
import { ifGiven, Link, Moment, text } from './fields.ts'
import { byId, FileIds, OrderId } from './ids.ts'
import { Order } from './listing-shapes.ts'

const act = { params: byId(OrderId), reply: Order } as const

/** Work between the choice and the review; accepting it is `complete`, of orders.ts. */
export const dealCalls = defineCalls({
  'POST /api/projects/hand_in/:id': {
    ...act,
    access: 'user',
    body: z.object({
      text: ifGiven(text(1, limits.deal.text)),
      link: ifGiven(Link),
      file_ids: FileIds,
    }),
    errors: ['not_found', 'not_owner', 'wrong_state'],
    added: 'the executor hands the work in, and the author sees what is to be accepted (amendment 4.9)',
  },
  'POST /api/projects/return/:id': {
    ...act,
    access: { owner: 'params.id' },
    body: z.object({
      text: text(1, limits.deal.text),
      /** When the work is expected next; the date that stood before counts on without it. */
      due_at: ifGiven(Moment),
      file_ids: FileIds,
    }),
    errors: ['wrong_state'],
    added: 'work that was handed in goes back with a remark (amendment 4.9)',
  },
})
