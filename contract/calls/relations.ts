import { z } from 'zod'
import { limits } from '../limits.ts'
import { reportReasons, reportSubjects, searchFrequencies } from '../options.ts'
import { allAxes, type ReviewAxis } from '../review-axes.ts'
import { reportStates } from '../states.ts'
import { defineCalls } from './call.ts'
import { Flag, name, text } from './fields.ts'
import { readSavedFilters } from './filter-names.ts'
import { ListingFilters } from './filters.ts'
import { byId, ListingId, ReportSubjectId, ReviewId, SavedSearchId, UserId } from './ids.ts'
import { ListedUser, PublicUser } from './people-shapes.ts'
import { Done, page } from './shapes.ts'

const addedReason =
  'trust, safety and searching again are named in the issue of the contract, not in its calls'

const hidingReason = 'an author whose listings do not suit is hidden without a block'

const Stars = z.coerce.number().pipe(z.int().min(1).max(5))
const axisNames = z.enum(allAxes as [ReviewAxis, ...ReviewAxis[]])

export const Review = z.object({
  id: z.int(),
  listing_id: z.int(),
  rating: z.int(),
  text: z.string().nullable(),
  /**
   * Stars by axis. Quality, term and communication rate the executor; task, payment and communication rate the client.
   */
  axes: z.partialRecord(axisNames, z.int()),
  listing_title: z.string(),
  /** Reply of the reviewed person. */
  reply: z.object({ text: z.string(), at: z.string() }).nullable(),
  author: PublicUser,
  created_at: z.string(),
  /** Time of publication. Null until both sides have written a review, or until the time for reviews is over. */
  published_at: z.string().nullable(),
})

const SavedSearch = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  name: z.string(),
  /** Filters of the saved search, in the form in which the calls that list orders or vacancies accept them. */
  filters: z.record(z.string(), z.unknown()),
  is_notify: z.boolean(),
  /** Frequency of notifications about new results. */
  frequency: z.enum(searchFrequencies),
  created_at: z.string(),
})

const OtherPerson = z.object({ user_id: UserId })

export const relationCalls = defineCalls({
  'POST /api/reviews': {
    access: 'user',
    body: z.object({
      listing_id: ListingId,
      /**
       * Overall stars, from clients that do not rate by axis. If axes are sent, the overall stars are computed from the
       * axes.
       */
      rating: Stars.optional(),
      axes: z.partialRecord(axisNames, Stars).optional(),
      text: text(0, limits.review.length).nullable().default(null),
    }),
    reply: Review,
    errors: ['not_found', 'not_owner', 'wrong_state', 'reviews_closed', 'already_reviewed'],
    added: addedReason,
  },
  'GET /api/users/:id/reviews': {
    access: 'user',
    params: byId(UserId),
    query: z.object({
      page: z.coerce.number().int().min(1).max(1000).default(1),
      per_page: z.coerce.number().int().min(1).max(limits.page.max).default(limits.page.size),
    }),
    reply: page(Review).extend({
      /** Mean of the stars, pulled towards the middle while there are few reviews. */
      rating: z.number().nullable(),
      rating_count: z.int(),
      axes: z.partialRecord(axisNames, z.number()),
    }),
    errors: ['not_found'],
    added: addedReason,
  },
  'POST /api/reviews/:id/reply': {
    access: 'user',
    params: byId(ReviewId),
    body: z.object({ text: text(1, limits.review.length) }),
    reply: Review,
    errors: ['not_found', 'reply_closed'],
    added: 'who is reviewed answers once, in the sight of all',
  },
  'POST /api/reports': {
    access: 'user',
    body: z.object({
      subject_type: z.enum(reportSubjects),
      subject_id: ReportSubjectId,
      reason: z.enum(reportReasons),
      comment: text(0, limits.report.length).nullable().default(null),
    }),
    reply: Done.extend({ id: z.int(), state: z.enum(reportStates) }),
    errors: ['not_found', 'too_many_reports'],
    added: addedReason,
  },
  'GET /api/blocks': { access: 'user', reply: z.array(ListedUser), added: addedReason },
  'POST /api/blocks/:user_id': {
    access: 'user',
    params: OtherPerson,
    reply: Done,
    errors: ['not_found'],
    added: addedReason,
  },
  'DELETE /api/blocks/:user_id': { access: 'user', params: OtherPerson, reply: Done, added: addedReason },
  'GET /api/hidden_authors': { access: 'user', reply: z.array(ListedUser), added: hidingReason },
  'POST /api/hidden_authors/:user_id': {
    access: 'user',
    params: OtherPerson,
    reply: Done,
    errors: ['not_found'],
    added: hidingReason,
  },
  'DELETE /api/hidden_authors/:user_id': {
    access: 'user',
    params: OtherPerson,
    reply: Done,
    added: hidingReason,
  },
  'GET /api/saved_searches': { access: 'user', reply: z.array(SavedSearch), added: addedReason },
  'POST /api/saved_searches': {
    access: 'user',
    reads: readSavedFilters,
    body: z.object({
      kind: z.enum(['order', 'vacancy']),
      name: name(1, limits.savedSearches.name),
      filters: ListingFilters.omit({ author_id: true, client_id: true, user_id: true }).default({}),
      is_notify: Flag.default(true),
      frequency: z.enum(searchFrequencies).default('at_once'),
    }),
    reply: SavedSearch,
    errors: ['list_full'],
    idempotent: true,
    added: addedReason,
  },
  'PATCH /api/saved_searches/:id': {
    access: 'user',
    params: byId(SavedSearchId),
    body: z.object({
      name: name(1, limits.savedSearches.name).optional(),
      is_notify: Flag.optional(),
      frequency: z.enum(searchFrequencies).optional(),
    }),
    reply: SavedSearch,
    errors: ['not_found'],
    added: addedReason,
  },
  'DELETE /api/saved_searches/:id': {
    access: 'user',
    params: byId(SavedSearchId),
    reply: Done,
    errors: ['not_found'],
    added: addedReason,
  },
})
