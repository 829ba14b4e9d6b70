import { z } from 'zod'
import { limits } from '../limits.ts'
import { defineCalls } from './call.ts'
import { emptyAsUnchanged, Link, TimeOrDate, text } from './fields.ts'
import { byId, FileIds, OrderId } from './ids.ts'
import { Order } from './listing-shapes.ts'
import { PaperLines, Papers, paperKinds } from './paper-shapes.ts'
import { File } from './shapes.ts'

const nullableText = z.string().nullable()

/**
 * Client or executor in an exported deal, with the person's name at the time when the executor was chosen. Exports of
 * earlier releases contain only the name.
 */
const DealParty = z.object({ id: z.int().nullable(), name: z.string(), since: nullableText })

/** The history of a deal that the client or the executor exports; the signature covers exactly this text. */
export const DealStory = z.object({
  order: z.object({ id: z.int(), title: z.string(), text: z.string(), status: z.string() }),
  client: DealParty,
  executor: DealParty,
  agreement: z.object({ price: z.number().nullable(), currency: nullableText, due_at: nullableText }),
  moments: z.object({ chosen_at: z.string(), handed_in_at: nullableText, accepted_at: nullableText }),
  steps: z.array(
    z.object({
      kind: z.string(),
      text: nullableText,
      link: nullableText,
      created_at: z.string(),
      files: z.array(z.object({ name: z.string(), size: z.int() })),
    }),
  ),
  /** Messages that the exporting person wrote. Messages of the other person are left out. */
  own_messages: z.array(z.object({ text: z.string(), at: z.string() })),
  told_to: z.enum(['client', 'executor']),
  told_at: z.string(),
})

const paperCall = {
  access: 'user',
  params: byId(OrderId),
  errors: ['not_found', 'deal_not_finished'],
} as const
const dealAct = { params: byId(OrderId), reply: Order } as const

/**
 * Calls about the work on an order, from the choice of the executor to the review. The work is accepted by `complete`
 * in orders.ts.
 */
export const dealCalls = defineCalls({
  'POST /api/projects/hand_in/:id': {
    ...dealAct,
    access: 'user',
    body: z.object({
      text: emptyAsUnchanged(text(1, limits.deal.text)),
      link: emptyAsUnchanged(Link),
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
  'GET /api/projects/:id/papers': {
    ...paperCall,
    reply: Papers,
    added: 'who needs papers gets them of a finished deal: an act, a contract and a place for the receipt',
  },
  'PUT /api/projects/:id/papers': {
    ...paperCall,
    body: PaperLines,
    reply: Papers,
    added: 'each side enters its own name and tax number, and the executor the receipt',
  },
  'DELETE /api/projects/:id/papers': {
    ...paperCall,
    reply: Papers,
    added: 'own lines in the papers of a deal can be erased before their 90 days are over',
  },
  'POST /api/projects/:id/paper_file': {
    ...paperCall,
    body: z.object({ paper: z.enum(paperKinds) }),
    reply: File,
    errors: [...paperCall.errors, 'too_many_saves', 'storage_full'],
    added: 'a paper as a PDF with an address: in Telegram nothing else can be saved (amendment "downloads")',
  },
  'POST /api/deals/check': {
    access: 'user',
    body: z.object({
      /**
       * Text of the exported file, unchanged. If clients sent parsed JSON instead, the checked values could differ from
       * those that a reader sees in the file.
       */
      text: z.string().min(1),
    }),
    /** `story` is read from the signed part of the file. Text outside the signed part is left out. */
    reply: z.object({ is_genuine: z.boolean(), story: DealStory.nullable() }),
    added: 'a story that somebody shows is what the server has told, or it is not',
  },
  'POST /api/projects/return/:id': {
    ...dealAct,
    access: { owner: 'params.id' },
    body: z.object({
      text: text(1, limits.deal.text),
      /** New due date of the returned work. If absent, the previous due date stays. */
      due_at: emptyAsUnchanged(TimeOrDate),
      file_ids: FileIds,
    }),
    errors: ['wrong_state'],
    added: 'work that was handed in goes back with a remark (amendment 4.9)',
  },
})
