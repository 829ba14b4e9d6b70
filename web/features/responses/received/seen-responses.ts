import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import { onAppVisibility } from '#web/telegram/index.ts'

/** Ids of seen responses that are not reported to the server yet, by listing id. */
const unreported = new Map<number, Set<number>>()
let batchTimer: ReturnType<typeof setTimeout> | undefined

/** Marks a response as seen. Seen responses are reported to the server in batches. */
export function markSeen(listing_id: number, response_id: number): void {
  rememberSeen(listing_id, response_id)
  batchTimer ??= setTimeout(() => void sendBatches(), limits.seenResponses.gatherMs)
}

function rememberSeen(listing_id: number, response_id: number): void {
  const ids = unreported.get(listing_id) ?? new Set()
  unreported.set(listing_id, ids.add(response_id))
}

/**
 * Splits ids into batches of the size that the server accepts. While offline, more ids than one batch can accumulate.
 */
const splitIntoBatches = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / limits.seenResponses.count) }, (_, index) =>
    ids.slice(index * limits.seenResponses.count, (index + 1) * limits.seenResponses.count),
  )

async function sendBatches(): Promise<void> {
  clearTimeout(batchTimer)
  batchTimer = undefined
  const batches = [...unreported].flatMap(([id, ids]) =>
    splitIntoBatches([...ids]).map((response_ids) => ({ id, response_ids })),
  )
  unreported.clear()
  for (const { id, response_ids } of batches)
    try {
      await api('POST /api/listings/:id/responses/seen', { params: { id }, body: { response_ids } })
    } catch {
      // The ids of a failed report are stored again, so the next batch reports them.
      for (const response_id of response_ids) rememberSeen(id, response_id)
    }
  // The lists are loaded again, because the list of own listings shows the number of new responses.
  if (batches.length === 0) return
  void refreshListings()
  for (const call of ['GET /api/users/received_responses', 'GET /api/users/new_responses'])
    void queryClient.invalidateQueries({ queryKey: [call] })
}

// The last batch of seen responses is sent when the app is hidden.
onAppVisibility((isVisible) => isVisible || void sendBatches())
