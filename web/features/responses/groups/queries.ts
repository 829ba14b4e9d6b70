import type { ReceivedGroup } from '#contract/options.ts'
import type { ReplyOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'

export type Received = ReplyOf<'GET /api/users/received_responses'>
export type ReceivedListing = Received['listings'][number]

/** Responses to the client's own listings. They are loaded again on every visit, because other people send them. */
export const receivedResponses = (group: ReceivedGroup) => ({
  ...query('GET /api/users/received_responses', { query: { group } }),
  staleTime: 0,
})
