import { api } from '#web/client/http/api.ts'
import type { Listing } from '#web/features/listings/types.ts'

/** Sends a rejected listing to the moderators again, free of charge. */
export function resubmitListing({ kind, id }: Pick<Listing, 'kind' | 'id'>): Promise<Listing> {
  return kind === 'order'
    ? api('POST /api/projects/resubmit/:id', { params: { id } })
    : api('POST /api/vacancy/resubmit/:id', { params: { id } })
}
