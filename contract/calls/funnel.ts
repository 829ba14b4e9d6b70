import { z } from 'zod'
import { adviceKinds, lags } from '../options.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'

const count = z.int()
/** Numbers of people who saw a listing's card, opened its page, saved it, and responded. */
const FunnelCounts = z.object({ shown: count, opened: count, favourited: count, responded: count })

export const Funnel = z.object({
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  /** Number of the day since the first publication, from 1. */
  day: count,
  total: FunnelCounts,
  /**
   * Numbers of people who opened the listing from its posts in channels, and of responses by them; null if it was never
   * posted in a channel.
   */
  from_channels: z.object({ opened: count, responded: count }).nullable(),
  /** Counts of each day in UTC, YYYY-MM-DD, oldest first. */
  days: z.array(FunnelCounts.extend({ day: z.string() })),
  /** Medians of the same counts for similar listings of the same age; null while there are too few similar listings. */
  usual: FunnelCounts.extend({ listings: count }).nullable(),
  /**
   * Characters of the listing's text, the median of similar listings, and the median of the minutes from their
   * publication to their first response. The last is null if none of them has a response; all are null while there are
   * too few similar listings.
   */
  text: z.object({ own: count, usual: count }).nullable(),
  first_response_minutes: count.nullable(),
  /** The step of the funnel with too low a percentage, and one thing that the author can change about the listing. */
  advice: z
    .object({
      kind: z.enum(adviceKinds),
      /**
       * `opened`: too few people who saw the card open the page. `responded`: too few people who open the page respond.
       */
      lag: z.enum(lags),
      /** True if no other step of the funnel has too low a percentage. */
      is_only: z.boolean(),
      /**
       * The value that the author is advised to change, as it is in the author's listing: characters of the text,
       * number of questions, or price in roubles.
       */
      own: z.number(),
      /**
       * Usual range of the advised value in similar listings. For a price, the range goes from the lower to the upper
       * quartile. For any other value, both ends are the median.
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
