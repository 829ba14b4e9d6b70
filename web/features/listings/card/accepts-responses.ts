import type { Listing } from '#web/features/listings/types.ts'

/** True while others can respond, now or after the listing is shown again. */
export function acceptsResponses({ status }: Pick<Listing, 'status'>): boolean {
  return status === 'published' || status === 'hidden'
}
