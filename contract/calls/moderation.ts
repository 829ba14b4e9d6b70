import { z } from 'zod'
import { limits } from '../limits.ts'
import { appealLength } from '../rejection.ts'
import { timeUnits } from '../service-times.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { ListingId } from './ids.ts'

const Own = z.object({ listing_id: ListingId })
const Words = z.object({ text: text(limits.moderation.answer.min, limits.moderation.answer.max) })
const Objection = z.object({ text: text(appealLength.min, appealLength.max) })
const added = 'the author answers the moderators and appeals once (4.9)'

/** The moderators' review as the listing's author sees it: an open question, a possible appeal, the usual wait. */
const ReviewState = z.object({
  /** Question of the moderators that the author has not answered. */
  question: z.string().nullable(),
  asked_at: z.string().nullable(),
  may_appeal: z.boolean(),
  /** Time within which most reviews are finished; null while too few were measured. */
  usual: z.object({ unit: z.enum(timeUnits), count: z.int() }).nullable(),
})

export const moderationCalls = defineCalls({
  'GET /api/moderation/:listing_id': {
    access: { owner: 'params.listing_id' },
    params: Own,
    reply: ReviewState,
    errors: ['not_found', 'not_owner'],
    added,
  },
  'POST /api/moderation/:listing_id/answer': {
    access: { owner: 'params.listing_id' },
    params: Own,
    body: Words,
    reply: ReviewState,
    errors: ['not_found', 'not_owner', 'nothing_asked'],
    added,
  },
  'POST /api/moderation/:listing_id/appeal': {
    access: { owner: 'params.listing_id' },
    params: Own,
    body: Objection,
    reply: ReviewState,
    errors: ['not_found', 'not_owner', 'wrong_state', 'already_appealed'],
    added,
  },
})
