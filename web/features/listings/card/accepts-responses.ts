import type { Listing } from '#web/features/listings/types.ts'

/** True if others can respond to the listing now, or once its author shows it again. */
export function acceptsResponses({ status }: Pick<Listing, 'status'>): boolean {
  return status === 'published' || status === 'hidden'
}
