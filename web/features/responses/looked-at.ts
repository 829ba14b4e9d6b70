import { limits } from '#contract/limits.ts'
import { api } from '#web/client/api.ts'
import { refreshListings } from '#web/features/listings/refreshing.ts'
import { onLook } from '#web/telegram/index.ts'

/** Responses that were looked at and that the server does not know of yet, by their listing. */
const untold = new Map<number, Set<number>>()
let gathering: ReturnType<typeof setTimeout> | undefined

/** An own listing's response stood on the screen; the server is told of it together with others. */
export function noteLook(listing_id: number, response_id: number): void {
  remember(listing_id, response_id)
  gathering ??= setTimeout(() => void tell(), limits.seen.gatherMs)
}

function remember(listing_id: number, response_id: number): void {
  const ids = untold.get(listing_id) ?? new Set()
  untold.set(listing_id, ids.add(response_id))
}

/** A call takes so many; after a time without a network there may be more. */
const inParts = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / limits.seen.count) }, (_, part) =>
    ids.slice(part * limits.seen.count, (part + 1) * limits.seen.count),
  )

async function tell(): Promise<void> {
  clearTimeout(gathering)
  gathering = undefined
  const all = [...untold].flatMap(([id, ids]) =>
    inParts([...ids]).map((response_ids) => ({ id, response_ids })),
  )
  untold.clear()
  for (const { id, response_ids } of all)
    try {
      await api('POST /api/listings/:id/responses/seen', { params: { id }, body: { response_ids } })
    } catch {
      // Told with the next look.
      for (const response_id of response_ids) remember(id, response_id)
    }
  // the number of new ones stands on the list of own listings
  if (all.length > 0) void refreshListings()
}

// Whoever leaves does not take the last looks along.
onLook((isSeen) => isSeen || void tell())
