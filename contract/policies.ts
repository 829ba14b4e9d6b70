import type { ErrorCode } from './errors.ts'
import { type Audience, dealStage, isMoveAllowed, type ListingStatus, requestStatuses } from './lifecycle.ts'
import { limits } from './limits.ts'
import type { RequestAct, RequestSide } from './service-requests.ts'

/**
 * Rules of what people may do with listings: one function per act, which returns an error code or null. The server
 * throws the code inside its transaction, on locked rows; the browser shows it on the button. Checks go in the order of
 * the product's explanations: existence, ownership, confirmed phone, state.
 */

export type Viewer = { id: number; is_verified: boolean; is_blocked?: boolean }
export type ListingFacts = {
  author_id: number
  status: ListingStatus
  executor_id: number | null
  is_responded: boolean
  /** Absent for a public listing. */
  audience?: Audience
}

/** States of a listing in which strangers can open it. */
const openStatuses: ListingStatus[] = ['published', 'in_progress']
/** Further states of a listing, in which only its respondents and its executor can open it. */
const statusesForParticipants: ListingStatus[] = ['completed', 'expired', 'archived', 'hidden']

/**
 * Decides who may open a listing. `asked_id` is the freelancer whom a private order asks. A person whom the listing's author has blocked gets `not_found`, unless that person
 * is the executor. A private order is visible to its two sides and the staff alone.
 */
export function view(
  viewer: { id: number; is_moderator: boolean },
  listing: ListingFacts & { blocks_viewer: boolean; audience: Audience; asked_id: number | null },
): ErrorCode | null {
  if (listing.status === 'deleted') return listing.author_id === viewer.id ? 'removed' : 'not_found'
  if (viewer.is_moderator || listing.author_id === viewer.id) return null
  // Blocks do not hide a private order from its sides: what they agreed on stays readable.
  if (listing.audience === 'private') return listing.asked_id === viewer.id ? null : 'not_found'
  const isExecutor = listing.executor_id === viewer.id
  if (listing.blocks_viewer && !isExecutor) return 'not_found'
  if (openStatuses.includes(listing.status)) return null
  const isParticipant = listing.is_responded || isExecutor
  return isParticipant && statusesForParticipants.includes(listing.status) ? null : 'not_found'
}

export function respond(viewer: Viewer, listing: ListingFacts): ErrorCode | null {
  if (listing.author_id === viewer.id) return 'own_listing'
  if (!viewer.is_verified) return 'verification_required'
  if (listing.is_responded) return 'already_responded'
  if (listing.status === 'in_progress') return 'executor_chosen'
  if (listing.status !== 'published') return 'listing_closed'
  return null
}

/** In moderation an edit renews the moderators' card, and an approval of the earlier text is refused. */
const editableStatuses: ListingStatus[] = [
  'draft',
  'awaiting_payment',
  'moderation',
  'rejected',
  'published',
  'hidden',
]

export function edit(listing: ListingFacts): ErrorCode | null {
  return editableStatuses.includes(listing.status) ? null : 'wrong_state'
}

/**
 * States of a listing in which files can be attached. All of them precede the approval, because approved content must
 * not change. In moderation a new file renews the moderators' card.
 */
const attachableStatuses: ListingStatus[] = ['draft', 'awaiting_payment', 'moderation', 'rejected']

export function attach(listing: Pick<ListingFacts, 'status'>): ErrorCode | null {
  return attachableStatuses.includes(listing.status) ? null : 'wrong_state'
}

export function pay(listing: ListingFacts): ErrorCode | null {
  if (listing.status === 'draft' || listing.status === 'awaiting_payment' || listing.status === 'expired')
    return null
  // An author may pay again to place a listing that the author has closed, as for an expired listing.
  if (listing.status === 'archived' && listing.executor_id === null) return null
  return listing.status === 'deleted' || listing.status === 'refunded' ? 'wrong_state' : 'already_paid'
}

/** A published listing can be paid for again before its end. */
export function extend({ status }: Pick<ListingFacts, 'status'>): ErrorCode | null {
  return status === 'published' ? null : 'wrong_state'
}

/** A request for a service is not removed: it ends by its own acts. */
const finalStatuses: ListingStatus[] = ['archived', 'refunded', 'deleted', ...requestStatuses]

export function remove(listing: ListingFacts): ErrorCode | null {
  // A vacancy with `keep_open` still takes responses after it has an executor, so it may be published while the
  // executor works.
  if (listing.status === 'in_progress' || (listing.status === 'published' && listing.executor_id !== null))
    return 'executor_working'
  return finalStatuses.includes(listing.status) ? 'wrong_state' : null
}

/** Decides whether an author may close a listing without deleting it. A listing hidden by staff cannot be closed. */
export function close(listing: ListingFacts & { hidden_reason: string | null }): ErrorCode | null {
  if (listing.status === 'in_progress') return 'executor_working'
  const isOpen = listing.status === 'published' || show(listing) === null
  if (!isOpen) return 'wrong_state'
  return listing.executor_id === null ? null : 'executor_working'
}

/**
 * Decides whether a closed listing may be reopened. A listing with an executor cannot be reopened. `not_paid` means
 * that its placement has ended.
 */
export function reopen(listing: ListingFacts & { expires_at: string | null }, now: number): ErrorCode | null {
  if (listing.status !== 'archived' || listing.executor_id !== null) return 'wrong_state'
  return Date.parse(listing.expires_at ?? '') > now ? null : 'not_paid'
}

/** Reason why a listing is not public. */
function reasonUnpublished({ status }: ListingFacts): ErrorCode {
  if (status === 'draft' || status === 'awaiting_payment') return 'not_paid'
  if (status === 'moderation') return 'on_moderation'
  return status === 'rejected' ? 'rejected' : 'wrong_state'
}

export function hide(listing: ListingFacts): ErrorCode | null {
  return listing.status === 'published' ? null : reasonUnpublished(listing)
}

/**
 * Decides whether an executor may be chosen. If the listing already has an executor, `reassign` must be true. The same
 * holds for a published vacancy that has an executor and still takes responses.
 */
export function assign(listing: ListingFacts, reassign: boolean): ErrorCode | null {
  // A private order has one freelancer from the start.
  if (listing.audience === 'private') return 'wrong_state'
  if (listing.status !== 'published' && listing.status !== 'in_progress') return 'wrong_state'
  return listing.executor_id === null || reassign ? null : 'executor_chosen'
}

/**
 * Returns what a side of a request for a service may do. The offer that counts waits for one side: the client's for the
 * freelancer, the freelancer's other price for the client. Either side may end the waiting.
 */
export function requestActsOf(
  side: RequestSide | null,
  { status, is_countered }: { status: ListingStatus; is_countered: boolean },
): RequestAct[] {
  if (status !== 'offered' || side === null) return []
  if (side === 'client') return is_countered ? ['accept', 'withdraw'] : ['withdraw']
  return is_countered ? ['decline'] : ['accept', 'counter', 'decline']
}

type DealDates = { handed_in_at: string | null; returned_at: string | null; due_at: string | null }

/**
 * Returns the time from which an author who returned the work may dismiss the executor: the new due date, but at least
 * three days after the return. Until then the executor can hand in again. Otherwise an author could return the work,
 * keep it and owe nothing. Null if the work was not returned.
 */
export function earliestDismissalTime({
  returned_at,
  due_at,
}: Omit<DealDates, 'handed_in_at'>): string | null {
  if (returned_at === null) return null
  const earliestMs = Date.parse(returned_at) + limits.deal.returnDays * 24 * 60 * 60_000
  return new Date(Math.max(earliestMs, Date.parse(due_at ?? returned_at))).toISOString()
}

/** Decides whether an executor may be dismissed. Handed-in work must be accepted or returned first. */
export function findDismissalRefusal(listing: ListingFacts & DealDates, now: number): ErrorCode | null {
  const isVacancyOpen = listing.status === 'published'
  if (listing.executor_id === null || (listing.status !== 'in_progress' && !isVacancyOpen))
    return 'wrong_state'
  if (isVacancyOpen) return null
  if (!isMoveAllowed(dealStage(listing.status, listing), 'release')) return 'work_handed_in'
  return Date.parse(earliestDismissalTime(listing) ?? '') > now ? 'work_returned' : null
}

/**
 * Decides whether a hidden listing may be shown again. It may if its author has hidden it. Otherwise the error tells
 * why the listing is not public.
 */
export function show(listing: ListingFacts & { hidden_reason: string | null }): ErrorCode | null {
  if (listing.status === 'hidden') return listing.hidden_reason === 'owner' ? null : 'wrong_state'
  return reasonUnpublished(listing)
}
