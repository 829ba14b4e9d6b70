import { z } from 'zod'
import { limits } from '../limits.ts'
import { appealLength } from '../rejection.ts'
import { timeUnits } from '../service-times.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { ListingId } from './ids.ts'

const OwnListing = z.object({ listing_id: ListingId })
const AnswerText = z.object({ text: text(limits.moderation.answer.min, limits.moderation.answer.max) })
const AppealText = z.object({ text: text(appealLength.min, appealLength.max) })
const addedReason = 'the author answers the moderators and appeals once (4.9)'

/**
 * The moderators' review as the listing's author sees it: an open question, whether an appeal is possible, and the
 * usual waiting time.
 */
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
    params: OwnListing,
    reply: ReviewState,
    errors: ['not_found', 'not_owner'],
    added: addedReason,
  },
  'POST /api/moderation/:listing_id/answer': {
    access: { owner: 'params.listing_id' },
    params: OwnListing,
    body: AnswerText,
    reply: ReviewState,
    errors: ['not_found', 'not_owner', 'nothing_asked'],
    added: addedReason,
  },
  'POST /api/moderation/:listing_id/appeal': {
    access: { owner: 'params.listing_id' },
    params: OwnListing,
    body: AppealText,
    reply: ReviewState,
    errors: ['not_found', 'not_owner', 'wrong_state', 'already_appealed'],
    added: addedReason,
  },
})
