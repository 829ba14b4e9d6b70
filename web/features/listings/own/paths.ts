import type { Listing } from '#web/features/listings/types.ts'

type ListingRef = Pick<Listing, 'kind' | 'id'>

/** Path of the edit form of an own listing. */
export const editPath = ({ kind, id }: ListingRef) => `/${kind}/create?target=${id}&type=edit`
/** Path of the form for a new listing that starts as a copy. */
export const copyPath = ({ kind, id }: ListingRef) => `/${kind}/create?target=${id}&type=copy`
