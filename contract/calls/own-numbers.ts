import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Amount } from './scalars.ts'
import { Currency } from './shapes.ts'

const count = z.int()

/** A figure of the caller beside the median of people of the caller's category. */
const Comparison = z.object({
  /** Null while the caller has too few events for a figure. */
  own: count.nullable(),
  /** Median, and the number of people in it; null while there are too few people or the caller has no category. */
  usual: z.object({ value: count, people: count }).nullable(),
})

export const OwnNumbers = z.object({
  /** Number of times that the caller was chosen and not dismissed, in the months of `agreed`. */
  deals: count,
  /** Sums on which the caller agreed with clients, in the caller's currency. */
  agreed: z.object({
    total: Amount,
    currency: Currency,
    /** True if the sum contains other currencies, converted at the stored rates. */
    is_converted: z.boolean(),
    /** Number of deals that have no sum: vacancies, work paid by the hour, and deals without a price. */
    unpriced: count,
    /** Calendar months in the caller's time zone, YYYY-MM, oldest first. The last one is the current month. */
    months: z.array(z.object({ month: z.string(), sum: Amount })),
  }),
  /** Numbers of responses that the caller sent in these months and did not withdraw. An answered response was seen. */
  responses: z.object({ sent: count, seen: count, answered: count, chosen: count }),
  /** Percentage of these responses that were chosen. */
  chosen_percent: Comparison,
  /** Median of the minutes until a freelancer replies to a client's first message, in chats of the last year. */
  reply_minutes: Comparison,
})

export const ownNumberCalls = defineCalls({
  'GET /api/users/own_numbers': {
    access: 'user',
    reply: OwnNumbers,
    added: 'a freelancer sees what was earned and answered, beside the medians of the category',
  },
})
