import type { ErrorCode } from './errors.ts'
import { dealAllows, dealStage, type ListingStatus } from './lifecycle.ts'
import { limits } from './limits.ts'

/**
 * Why an act is refused: one function per act, an error code or null. The server throws the code inside its
 * transaction on locked rows; the browser shows it on the button. The order of checks is the order in which
 * the product explains (existence, ownership, confirmation of the phone, state).
 */

export type Viewer = { id: number; is_verified: boolean; is_blocked?: boolean }
export type ListingFacts = {
  author_id: number
  status: ListingStatus
  executor_id: number | null
  is_responded: boolean
}

/** States in which people other than the two sides may open the listing. */
const open: ListingStatus[] = ['published', 'in_progress']
/** States that participants (responders, executor) may still open. */
const closedForStrangers: ListingStatus[] = ['completed', 'expired', 'archived', 'hidden']

/**
 * To whom the author has blocked the listing is not there, as if it had never been; only who does the work keeps
 * it in sight.
 */
export function view(
  viewer: { id: number; is_moderator: boolean },
  listing: ListingFacts & { blocks_viewer: boolean },
): ErrorCode | null {
  if (listing.status === 'deleted') return listing.author_id === viewer.id ? 'removed' : 'not_found'
  if (viewer.is_moderator || listing.author_id === viewer.id) return null
  const works = listing.executor_id === viewer.id
  if (listing.blocks_viewer && !works) return 'not_found'
  if (open.includes(listing.status)) return null
  const participates = listing.is_responded || works
  return participates && closedForStrangers.includes(listing.status) ? null : 'not_found'
}

export function respond(viewer: Viewer, listing: ListingFacts): ErrorCode | null {
  if (listing.author_id === viewer.id) return 'own_listing'
  if (!viewer.is_verified) return 'verification_required'
  if (listing.is_responded) return 'already_responded'
  if (listing.status === 'in_progress') return 'executor_chosen'
  if (listing.status !== 'published') return 'listing_closed'
  return null
}

const editable: ListingStatus[] = ['draft', 'awaiting_payment', 'rejected', 'published', 'hidden']

export function edit(listing: ListingFacts): ErrorCode | null {
  if (listing.status === 'moderation') return 'on_moderation'
  return editable.includes(listing.status) ? null : 'wrong_state'
}

/** What moderators have read does not change under their names: files come before the approval. */
const attachable: ListingStatus[] = ['draft', 'awaiting_payment', 'rejected']

export function attach(listing: Pick<ListingFacts, 'status'>): ErrorCode | null {
  if (listing.status === 'moderation') return 'on_moderation'
  return attachable.includes(listing.status) ? null : 'wrong_state'
}

export function pay(listing: ListingFacts): ErrorCode | null {
  if (listing.status === 'draft' || listing.status === 'awaiting_payment' || listing.status === 'expired')
    return null
  // Closed by its author, it is placed again like an expired one.
  if (listing.status === 'archived' && listing.executor_id === null) return null
  return listing.status === 'deleted' || listing.status === 'refunded' ? 'wrong_state' : 'already_paid'
}

/** A listing that is seen may be paid for again before its end. */
export function extend({ status }: Pick<ListingFacts, 'status'>): ErrorCode | null {
  return status === 'published' ? null : 'wrong_state'
}

const over: ListingStatus[] = ['archived', 'refunded', 'deleted']

export function remove(listing: ListingFacts): ErrorCode | null {
  // A vacancy with `keep_open` takes responses while somebody already works on it.
  if (listing.status === 'in_progress' || (listing.status === 'published' && listing.executor_id !== null))
    return 'executor_working'
  return over.includes(listing.status) ? 'wrong_state' : null
}

/** Closed without being deleted. What somebody else has hidden is not taken out of their hands. */
export function close(listing: ListingFacts & { hidden_reason: string | null }): ErrorCode | null {
  if (listing.status === 'in_progress') return 'executor_working'
  const isOpen = listing.status === 'published' || show(listing) === null
  if (!isOpen) return 'wrong_state'
  return listing.executor_id === null ? null : 'executor_working'
}

/** Only what was closed before anybody did the work comes back; `not_paid` = its placement is over. */
export function reopen(listing: ListingFacts & { expires_at: string | null }, now: number): ErrorCode | null {
  if (listing.status !== 'archived' || listing.executor_id !== null) return 'wrong_state'
  return Date.parse(listing.expires_at ?? '') > now ? null : 'not_paid'
}

/** What stands between an unpublished listing and the public. */
function unpublished({ status }: ListingFacts): ErrorCode {
  if (status === 'draft' || status === 'awaiting_payment') return 'not_paid'
  if (status === 'moderation') return 'on_moderation'
  return status === 'rejected' ? 'rejected' : 'wrong_state'
}

export function hide(listing: ListingFacts): ErrorCode | null {
  return listing.status === 'published' ? null : unpublished(listing)
}

/** A second choice must be meant: `reassign`. A vacancy that stayed open has its executor all the same. */
export function assign(listing: ListingFacts, reassign: boolean): ErrorCode | null {
  if (listing.status !== 'published' && listing.status !== 'in_progress') return 'wrong_state'
  return listing.executor_id === null || reassign ? null : 'executor_chosen'
}

type Course = { handed_in_at: string | null; returned_at: string | null; due_at: string | null }

/**
 * When the choice may be taken back after work was returned: its executor has the time that the return named, and three
 * days at least, to hand it in again. Otherwise an author would return the work, keep it and owe nothing. Null where
 * nothing was returned.
 */
export function releasedFrom({ returned_at, due_at }: Omit<Course, 'handed_in_at'>): string | null {
  if (returned_at === null) return null
  const least = Date.parse(returned_at) + limits.deal.returnDays * 24 * 60 * 60_000
  return new Date(Math.max(least, Date.parse(due_at ?? returned_at))).toISOString()
}

/** Work that was handed in is answered first: it is accepted or returned, never just taken away. */
export function release(listing: ListingFacts & Course, now: number): ErrorCode | null {
  const isVacancyOpen = listing.status === 'published'
  if (listing.executor_id === null || (listing.status !== 'in_progress' && !isVacancyOpen))
    return 'wrong_state'
  if (isVacancyOpen) return null
  if (!dealAllows(dealStage(listing.status, listing), 'release')) return 'work_handed_in'
  return Date.parse(releasedFrom(listing) ?? '') > now ? 'work_returned' : null
}

/** Only the author's own "hide" can be shown again; everything else says what stands in the way. */
export function show(listing: ListingFacts & { hidden_reason: string | null }): ErrorCode | null {
  if (listing.status === 'hidden') return listing.hidden_reason === 'owner' ? null : 'wrong_state'
  return unpublished(listing)
}
