import { z } from 'zod'
import { limits } from '../limits.ts'
import { defineCalls } from './call.ts'
import { ifGiven, Link, Moment, text } from './fields.ts'
import { byId, FileIds, OrderId } from './ids.ts'
import { Order } from './listing-shapes.ts'
import { File } from './shapes.ts'

const kept = z.string().nullable()

/** A side of a deal by the name that it had when it was chosen; stories of former releases tell the name alone. */
const Side = z.object({ id: z.int().nullable(), name: z.string(), since: kept })

/** A deal as one of its sides keeps it; its signature covers this very text. */
export const DealStory = z.object({
  order: z.object({ id: z.int(), title: z.string(), text: z.string(), status: z.string() }),
  client: Side,
  executor: Side,
  agreement: z.object({ price: z.number().nullable(), currency: kept, due_at: kept }),
  moments: z.object({ chosen_at: z.string(), handed_in_at: kept, accepted_at: kept }),
  steps: z.array(
    z.object({
      kind: z.string(),
      text: kept,
      link: kept,
      created_at: z.string(),
      files: z.array(z.object({ name: z.string(), size: z.int() })),
    }),
  ),
  /** Of who keeps it alone. */
  own_messages: z.array(z.object({ text: z.string(), at: z.string() })),
  told_to: z.enum(['client', 'executor']),
  told_at: z.string(),
})

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
  'GET /api/projects/:id/story': {
    access: 'user',
    params: byId(OrderId),
    reply: z.object({ story: DealStory, signature: z.string() }),
    errors: ['not_found', 'wrong_state'],
    added: 'each side keeps what was agreed and done, signed so that it can be checked later',
  },
  'POST /api/projects/:id/story_file': {
    access: 'user',
    params: byId(OrderId),
    reply: File,
    errors: ['not_found', 'wrong_state', 'too_many_saves', 'storage_full'],
    added:
      'the same as a file with an address: in Telegram nothing else can be saved (amendment "downloads")',
  },
  'POST /api/deals/check': {
    access: 'user',
    body: z.object({
      /** The file as it was saved: what a reader takes from it and what a program does may differ in any other form. */
      text: z.string().min(1),
    }),
    /** `story`: what was verified, and nothing else. */
    reply: z.object({ is_genuine: z.boolean(), story: DealStory.nullable() }),
    added: 'a story that somebody shows is what the server has told, or it is not',
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
