import { z } from 'zod'
import { adviceKinds, lags } from '../options.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'

const count = z.int()
/** How many were shown the card, opened the page, keep it, responded. */
const Counted = z.object({ shown: count, opened: count, favourited: count, responded: count })

export const Funnel = z.object({
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  /** Which day it is since the first publication. */
  day: count,
  total: Counted,
  /** Days of UTC, YYYY-MM-DD, the newest last. */
  days: z.array(Counted.extend({ day: z.string() })),
  /** The medians of similar listings after as many days; null while they are too few. */
  usual: Counted.extend({ listings: count }).nullable(),
  /** The one thing that its author can change where it lags. */
  advice: z
    .object({
      kind: z.enum(adviceKinds),
      /** Of the shown too few open it, of those too few respond. */
      lag: z.enum(lags),
      /** Nothing else lags. */
      is_only: z.boolean(),
      /** Characters of the text, questions, or roubles. */
      own: z.number(),
      /** The median, or of prices the quartiles. */
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
