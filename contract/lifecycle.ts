/**
 * States of listings, responses, payments and moderation tasks, and all moves between these states. The database
 * refuses any other move. The state is stored in one column; the flags of old clients (is_paid, is_published…) are
 * derived from it.
 */

/**
 * Moves of a listing. A move whose name ends with `_blocked` is made if the author is blocked: the listing stays hidden
 * until the author is unblocked.
 */
export const listingMoves = {
  draft: { invoice: 'awaiting_payment', delete: 'deleted', offer: 'offered' },
  awaiting_payment: {
    pay: 'moderation',
    lapse: 'draft',
    lapse_renewal: 'expired',
    pay_renewal: 'published',
    pay_renewal_blocked: 'hidden',
    delete: 'deleted',
  },
  moderation: {
    approve: 'published',
    approve_blocked: 'hidden',
    reject: 'rejected',
    withdraw: 'refunded',
  },
  rejected: { resubmit: 'moderation', appeal: 'moderation', refund: 'refunded', delete: 'refunded' },
  published: {
    hide: 'hidden',
    take_down: 'hidden',
    assign: 'in_progress',
    expire: 'expired',
    archive: 'archived',
    delete: 'deleted',
  },
  hidden: {
    show: 'published',
    show_blocked: 'hidden',
    take_down: 'hidden',
    expire: 'expired',
    archive: 'archived',
    delete: 'deleted',
  },
  in_progress: { complete: 'completed', release: 'published', release_private: 'withdrawn' },
  completed: { archive: 'archived' },
  expired: { renew: 'awaiting_payment', archive: 'archived' },
  archived: { reopen: 'published', reopen_renewal: 'awaiting_payment' },
  refunded: {},
  deleted: {},
  // A private order, which asks one freelancer for a service. Its ends are final.
  offered: {
    accept: 'in_progress',
    decline: 'declined',
    withdraw_offer: 'withdrawn',
    lapse_offer: 'lapsed',
  },
  declined: {},
  withdrawn: {},
  lapsed: {},
} as const

export type ListingStatus = keyof typeof listingMoves
export type ListingMove = { [S in ListingStatus]: keyof (typeof listingMoves)[S] }[ListingStatus]

type Act<M extends ListingMove, By> = M extends M ? { by: By; move: M } : never
/**
 * A move of a listing together with the actor who may make it. Code that lets any other actor make the move does not
 * compile.
 */
export type ListingAct =
  | Act<'invoice' | 'renew', 'author' | 'payment'>
  | Act<'pay' | 'pay_renewal' | 'pay_renewal_blocked' | 'lapse' | 'lapse_renewal', 'payment'>
  | Act<'approve' | 'approve_blocked' | 'reject' | 'take_down' | 'show_blocked', 'staff'>
  | Act<'hide' | 'show', 'author' | 'staff'>
  | Act<'complete', 'author' | 'clock'>
  | Act<'assign' | 'release' | 'archive' | 'delete' | 'resubmit' | 'appeal', 'author'>
  | Act<'reopen' | 'reopen_renewal', 'author'>
  | Act<'withdraw', 'author' | 'payment'>
  | Act<'refund', 'clock' | 'payment'>
  | Act<'expire' | 'lapse_offer', 'clock'>
  | Act<'offer' | 'release_private', 'author'>
  | Act<'withdraw_offer', 'author' | 'staff'>
  | Act<'accept', 'author' | 'freelancer'>
  | Act<'decline', 'freelancer'>

export const listingStatuses = Object.keys(listingMoves) as ListingStatus[]
/** States that only a private order has: a request for a service that waits, and its ends without work. */
export const requestStatuses = [
  'offered',
  'declined',
  'withdrawn',
  'lapsed',
] as const satisfies ListingStatus[]
export type RequestStatus = (typeof requestStatuses)[number]
export type PublicStatus = Exclude<ListingStatus, RequestStatus>
export const publicStatuses = listingStatuses.filter(
  (status): status is PublicStatus => !(requestStatuses as readonly string[]).includes(status),
)

/** Returns the state of a listing after a move; undefined if the listing's state does not allow the move. */
export function nextStatus(status: ListingStatus, move: ListingMove): ListingStatus | undefined {
  return (listingMoves[status] as Partial<Record<ListingMove, ListingStatus>>)[move]
}

/**
 * Returns the states in which a listing may make a move. The UPDATE statement of the move names these states in its
 * WHERE.
 */
export function statusesBefore(move: ListingMove): ListingStatus[] {
  return listingStatuses.filter((status) => nextStatus(status, move) !== undefined)
}

export type ListingFlags = {
  is_paid: boolean
  is_published: boolean
  is_archive: boolean
  is_active: boolean
}

const paidStatuses = new Set<ListingStatus>([
  'moderation',
  'rejected',
  'hidden',
  'published',
  'in_progress',
  'completed',
  'expired',
  'archived',
  'offered',
  'declined',
  'withdrawn',
  'lapsed',
])
const archiveStatuses = new Set<ListingStatus>([
  'completed',
  'expired',
  'archived',
  'refunded',
  'deleted',
  'declined',
  'withdrawn',
  'lapsed',
])

/**
 * Flags that old clients read instead of the state. The database derives them by the same rule in generated columns.
 */
export function legacyFlagsOf(status: ListingStatus): ListingFlags {
  return {
    is_paid: paidStatuses.has(status),
    is_published: status === 'published' || status === 'in_progress',
    is_archive: archiveStatuses.has(status),
    is_active: status === 'published',
  }
}

/**
 * Stages of a deal. The stages `work` and `handed_in` alternate while the order is in progress; the column
 * `handed_in_at` tells which one applies. The stages `accepted` and `reviewed` follow from the order's state.
 */
export const dealStages = ['work', 'handed_in', 'accepted', 'reviewed'] as const
export type DealStage = (typeof dealStages)[number]
export const dealStepKinds = ['hand_in', 'return'] as const
export type DealStepKind = (typeof dealStepKinds)[number]

/** Moves of a deal, each with the stage after the move; null means that the move ends the deal. */
export const dealMoves = {
  work: { hand_in: 'handed_in', accept: 'accepted', release: null },
  handed_in: { return: 'work', accept: 'accepted' },
  accepted: { review: 'reviewed' },
  reviewed: {},
} as const satisfies Record<DealStage, Partial<Record<string, DealStage | null>>>
export type DealMove = { [S in DealStage]: keyof (typeof dealMoves)[S] }[DealStage]

/**
 * Returns the stage of a deal; null if nobody was chosen or the deal has ended. `is_reviewed` is true if the reviews
 * are public.
 */
export function dealStage(
  status: ListingStatus,
  { handed_in_at, is_reviewed }: { handed_in_at: string | null; is_reviewed?: boolean },
): DealStage | null {
  if (status === 'in_progress') return handed_in_at === null ? 'work' : 'handed_in'
  if (status !== 'completed' && status !== 'archived') return null
  return is_reviewed ? 'reviewed' : 'accepted'
}

/** True if the move is allowed at this stage of a deal. */
export function isMoveAllowed(stage: DealStage | null, move: DealMove): boolean {
  return stage !== null && move in dealMoves[stage]
}

export const responseStatuses = [
  'no_show',
  'shown',
  'shortlisted',
  'chosen',
  'declined',
  'not_chosen',
  'withdrawn',
] as const
export type ResponseStatus = (typeof responseStatuses)[number]

/** States of a response that waits for the author's choice. */
export const waitingResponses: readonly ResponseStatus[] = ['no_show', 'shown', 'shortlisted']

/**
 * States in which a response has ended. A response leaves such a state only by a new decision of the listing's author.
 */
export const endedResponses: readonly ResponseStatus[] = ['declined', 'not_chosen', 'withdrawn']

/** Reasons why a response ended, as shown to its sender. */
export const endReasons = [
  'chosen_other',
  'author_declined',
  'listing_closed',
  'listing_deleted',
  'listing_completed',
  'not_renewed',
  'withdrawn',
] as const
export type EndReason = (typeof endReasons)[number]

/** Reasons that an author may give for declining a response; texts `message.declined.<reason>`. */
export const declineReasons = ['price', 'experience', 'words', 'time', 'spam'] as const
/** Findings of the automatic check of a response's text; texts `shield.<flag>`. */
export const responseFlags = ['copy', 'empty', 'contacts', 'scam'] as const
export type ResponseFlag = (typeof responseFlags)[number]
export type DeclineReason = (typeof declineReasons)[number]

/**
 * Moves of a response. `pass`: another response was chosen, or the listing was closed. `reopen`: the choice of another
 * response was undone. `restore`: the decline was undone before the sender was notified.
 */
export const responseMoves = {
  no_show: { show: 'shown', ...decisionMoves(), withdraw: 'withdrawn' },
  shown: { ...decisionMoves(), withdraw: 'withdrawn' },
  shortlisted: { choose: 'chosen', decline: 'declined', pass: 'not_chosen', withdraw: 'withdrawn' },
  chosen: { decline: 'declined', pass: 'not_chosen' },
  declined: { choose: 'chosen', shortlist: 'shortlisted', restore: 'shown' },
  not_chosen: { choose: 'chosen', reopen: 'shown', reopen_unseen: 'no_show' },
  withdrawn: {},
} as const satisfies Record<ResponseStatus, Partial<Record<string, ResponseStatus>>>

function decisionMoves() {
  return { shortlist: 'shortlisted', choose: 'chosen', decline: 'declined', pass: 'not_chosen' } as const
}

export type ResponseMove = { [S in ResponseStatus]: keyof (typeof responseMoves)[S] }[ResponseStatus]

/** Returns the state of a response after a move; undefined if the response's state does not allow the move. */
export function nextResponseStatus(status: ResponseStatus, move: ResponseMove): ResponseStatus | undefined {
  return (responseMoves[status] as Partial<Record<ResponseMove, ResponseStatus>>)[move]
}

/**
 * Returns the states in which a response may make a move. The UPDATE statement of the move names these states in its
 * WHERE.
 */
export function responseStatusesBefore(move: ResponseMove): ResponseStatus[] {
  return responseStatuses.filter((status) => nextResponseStatus(status, move) !== undefined)
}

export const paymentStates = [
  'created',
  'pending',
  'paid',
  'refund_pending',
  'refunded',
  'expired',
  'failed',
] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * Moves of a payment. Confirmed money makes an expired payment paid too. A refund that was refused may be requested
 * again.
 */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  created: ['pending', 'paid', 'expired', 'failed'],
  pending: ['paid', 'expired', 'failed'],
  paid: ['refund_pending', 'refunded'],
  refund_pending: ['refund_pending', 'paid', 'refunded'],
  refunded: [],
  expired: ['paid', 'failed'],
  failed: ['paid', 'expired'],
}

/**
 * States in which confirmed money makes a payment paid. A failed payment is among them: money may arrive late, or by a
 * second attempt after the provider returned the first one.
 */
export const payableStates = ['created', 'pending', 'expired', 'failed'] as const satisfies PaymentState[]

export const moderationStates = ['open', 'claimed', 'approved', 'rejected', 'returned'] as const
export type ModerationState = (typeof moderationStates)[number]

/**
 * Moves of a moderation task. A decision can be undone until it takes effect. A task is `returned` while it waits for
 * the author, or if there is nothing left to decide.
 */
export const moderationMoves: Record<ModerationState, readonly ModerationState[]> = {
  open: ['claimed', 'approved', 'rejected', 'returned'],
  claimed: ['claimed', 'open', 'approved', 'rejected', 'returned'],
  approved: ['open', 'claimed', 'rejected', 'returned'],
  rejected: ['claimed', 'returned'],
  returned: ['returned', 'open', 'claimed', 'approved', 'rejected'],
}

/** States of a message for Telegram; `held` waits for the daily digest. */
export const deliveryStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'held'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type ListingKind = 'order' | 'vacancy'
/** Audience of a listing. A private order is an order of a service. */
export const audiences = ['public', 'private'] as const
export type Audience = (typeof audiences)[number]
export const responseTypes = { boosted: 20, normal: 200 } as const
