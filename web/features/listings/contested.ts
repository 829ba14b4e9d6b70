import type { Listing } from './types.ts'

/** Whether others may respond, now or when it is shown again: what has its executor or is over has no competition. */
export function isContested({ status }: Pick<Listing, 'status'>): boolean {
  return status === 'published' || status === 'hidden'
}
