import type { Listing } from './types.ts'

type Place = Pick<Listing, 'kind' | 'id'>

/** The form over an own listing. */
export const editPath = ({ kind, id }: Place) => `/${kind}/create?target=${id}&type=edit`
/** The form of a new listing with what an own one says. */
export const copyPath = ({ kind, id }: Place) => `/${kind}/create?target=${id}&type=copy`
