import { z } from 'zod'
import { adviceKinds, lags } from '../options.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'

const count = z.int()
/** Numbers of people who saw a listing's card, opened its page, saved it, and responded. */
const Counted = z.object({ shown: count, opened: count, favourited: count, responded: count })

export const Funnel = z.object({
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  /** Number of the day since the first publication, from 1. */
  day: count,
  total: Counted,
  /** Counts of each day in UTC, YYYY-MM-DD, oldest first. */
  days: z.array(Counted.extend({ day: z.string() })),
  /** Medians of similar listings of the same age; null while there are too few. */
  usual: Counted.extend({ listings: count }).nullable(),
  /** The step of the funnel that lags, with one thing that the author can change. */
  advice: z
    .object({
      kind: z.enum(adviceKinds),
      /**
       * `opened`: too few people who saw the card open the page. `responded`: too few people who open the page respond.
       */
      lag: z.enum(lags),
      /** True if no other step of the funnel lags. */
      is_only: z.boolean(),
      /**
       * Value that the author can change, as it is in the author's own listing: characters of the text, number of
       * questions, or price in roubles.
       */
      own: z.number(),
      /**
       * Usual range of the same value in similar listings. For prices it ends at the quartiles; otherwise both ends are
       * the median.
       */
      low: z.number(),
      high: z.number(),
    })
    .nullable(),
})

export const funnelCalls = defineCalls({
  'GET /api/listings/:id/funnel': {
    access: { owner: 'params.id' },
    params: byId(ListingId),
    reply: Funnel,
    errors: ['wrong_state'],
    added: 'an author sees where the way to responses narrows, beside similar listings',
  },
})
