import { z } from 'zod'
import { adviceKinds, lags } from '../options.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'

const count = z.int()
/** People who saw the card, opened the page, saved it, responded. */
const Counted = z.object({ shown: count, opened: count, favourited: count, responded: count })

export const Funnel = z.object({
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  /** Day since the first publication, from 1. */
  day: count,
  total: Counted,
  /** Days in UTC, YYYY-MM-DD, oldest first. */
  days: z.array(Counted.extend({ day: z.string() })),
  /** Medians of similar listings of the same age; null while there are too few. */
  usual: Counted.extend({ listings: count }).nullable(),
  /** The step that lags, with the one thing the author can change. */
  advice: z
    .object({
      kind: z.enum(adviceKinds),
      /** `opened`: too few of those who saw it open it; `responded`: too few of those who open it respond. */
      lag: z.enum(lags),
      /** No other step lags. */
      is_only: z.boolean(),
      /** Own value: characters of the text, questions, or roubles. */
      own: z.number(),
      /** The usual value: the median; for prices the quartiles. */
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
