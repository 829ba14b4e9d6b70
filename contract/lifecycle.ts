/**
 * States of a listing (order or vacancy), a response, a payment and a moderation task, and the moves between
 * them: no other happens, the database refuses it. State is one column; the flags an old client knows (is_paid,
 * is_published…) are derived from it.
 */

/** `_blocked` = of a blocked author: the listing waits hidden until they are let in. */
export const listingMoves = {
  draft: { invoice: 'awaiting_payment', delete: 'deleted' },
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
  in_progress: { complete: 'completed', release: 'published' },
  completed: { archive: 'archived' },
  expired: { renew: 'awaiting_payment', archive: 'archived' },
  archived: { reopen: 'published', reopen_renewal: 'awaiting_payment' },
  refunded: {},
  deleted: {},
} as const

export type ListingStatus = keyof typeof listingMoves
export type ListingMove = { [S in ListingStatus]: keyof (typeof listingMoves)[S] }[ListingStatus]

type Act<M extends ListingMove, By> = M extends M ? { by: By; move: M } : never
/** A move and who makes it: no other pair compiles. */
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
  | Act<'expire', 'clock'>

export const listingStatuses = Object.keys(listingMoves) as ListingStatus[]

/** The state after a move, or undefined when the state does not allow it. */
export function next(status: ListingStatus, move: ListingMove): ListingStatus | undefined {
  return (listingMoves[status] as Partial<Record<ListingMove, ListingStatus>>)[move]
}

/** The states in which a move is allowed: the guard of its UPDATE. */
export function from(move: ListingMove): ListingStatus[] {
  return listingStatuses.filter((status) => next(status, move) !== undefined)
}

export type ListingFlags = {
  is_paid: boolean
  is_published: boolean
  is_archive: boolean
  is_active: boolean
}

const paid = new Set<ListingStatus>([
  'moderation',
  'rejected',
  'hidden',
  'published',
  'in_progress',
  'completed',
  'expired',
  'archived',
])
const archive = new Set<ListingStatus>(['completed', 'expired', 'archived', 'refunded', 'deleted'])

/** The flags of the wire; the same rule stands in the database as generated columns. */
export function flags(status: ListingStatus): ListingFlags {
  return {
    is_paid: paid.has(status),
    is_published: status === 'published' || status === 'in_progress',
    is_archive: archive.has(status),
    is_active: status === 'published',
  }
}

/**
 * The course of a deal: the work of an order in progress is handed in and returned in turns, which are facts beside
 * its state; `accepted` and later are states of the order.
 */
export const dealStages = ['work', 'handed_in', 'accepted', 'reviewed'] as const
export type DealStage = (typeof dealStages)[number]
export const dealStepKinds = ['hand_in', 'return'] as const
export type DealStepKind = (typeof dealStepKinds)[number]

/** Who may do what, and where it leads; null = the deal is over. */
export const dealMoves = {
  work: { hand_in: 'handed_in', accept: 'accepted', release: null },
  handed_in: { return: 'work', accept: 'accepted' },
  accepted: { review: 'reviewed' },
  reviewed: {},
} as const satisfies Record<DealStage, Partial<Record<string, DealStage | null>>>
export type DealMove = { [S in DealStage]: keyof (typeof dealMoves)[S] }[DealStage]

/** The stage of a deal; null where nobody works. `is_reviewed`: the reviews are open. */
export function dealStage(
  status: ListingStatus,
  { handed_in_at, is_reviewed }: { handed_in_at: string | null; is_reviewed?: boolean },
): DealStage | null {
  if (status === 'in_progress') return handed_in_at === null ? 'work' : 'handed_in'
  if (status !== 'completed' && status !== 'archived') return null
  return is_reviewed ? 'reviewed' : 'accepted'
}

/** Whether a deal allows a move. */
export function dealAllows(stage: DealStage | null, move: DealMove): boolean {
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

/** States of a response that its author may still choose from. */
export const waitingResponses: readonly ResponseStatus[] = ['no_show', 'shown', 'shortlisted']

/** States in which nothing more is to come, unless the author takes a choice back. */
export const endedResponses: readonly ResponseStatus[] = ['declined', 'not_chosen', 'withdrawn']

/** Why a response ended: what its sender is told. */
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

/** Why an author declines, where they say it; words `message.declined.<reason>`. */
export const declineReasons = ['price', 'experience', 'words', 'time', 'spam'] as const
/** What is noticed about a response; words `shield.<flag>`. */
export const responseFlags = ['copy', 'empty', 'contacts', 'scam'] as const
export type ResponseFlag = (typeof responseFlags)[number]
export type DeclineReason = (typeof declineReasons)[number]

/**
 * `pass` = another was chosen, or the listing was closed; `reopen` = the choice was taken back; `restore` = the refusal
 * was taken back before its sender heard of it.
 */
export const responseMoves = {
  no_show: { show: 'shown', ...judged(), withdraw: 'withdrawn' },
  shown: { ...judged(), withdraw: 'withdrawn' },
  shortlisted: { choose: 'chosen', decline: 'declined', pass: 'not_chosen', withdraw: 'withdrawn' },
  chosen: { decline: 'declined', pass: 'not_chosen' },
  declined: { choose: 'chosen', shortlist: 'shortlisted', restore: 'shown' },
  not_chosen: { choose: 'chosen', reopen: 'shown', reopen_unseen: 'no_show' },
  withdrawn: {},
} as const satisfies Record<ResponseStatus, Partial<Record<string, ResponseStatus>>>

function judged() {
  return { shortlist: 'shortlisted', choose: 'chosen', decline: 'declined', pass: 'not_chosen' } as const
}

export type ResponseMove = { [S in ResponseStatus]: keyof (typeof responseMoves)[S] }[ResponseStatus]

/** The state of a response after a move, or undefined when its state does not allow it. */
export function nextOfResponse(status: ResponseStatus, move: ResponseMove): ResponseStatus | undefined {
  return (responseMoves[status] as Partial<Record<ResponseMove, ResponseStatus>>)[move]
}

/** The states of a response in which a move is allowed: the guard of its UPDATE. */
export function responsesFrom(move: ResponseMove): ResponseStatus[] {
  return responseStatuses.filter((status) => nextOfResponse(status, move) !== undefined)
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

/** A confirmed operation pays also a link that is over; a refund that the provider refused may be asked for again. */
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
 * States of a payment from which a confirmed operation still makes it paid: a late success, and a link that is paid
 * by a second try after the provider gave the money of the first one back.
 */
export const payableStates = ['created', 'pending', 'expired', 'failed'] as const satisfies PaymentState[]

export const moderationStates = ['open', 'claimed', 'approved', 'rejected', 'returned'] as const
export type ModerationState = (typeof moderationStates)[number]

/** A decision may be taken back until it is applied; `returned` = the author's turn, or nothing to decide any more. */
export const moderationMoves: Record<ModerationState, readonly ModerationState[]> = {
  open: ['claimed', 'approved', 'rejected', 'returned'],
  claimed: ['claimed', 'open', 'approved', 'rejected', 'returned'],
  approved: ['open', 'claimed', 'rejected', 'returned'],
  rejected: ['claimed', 'returned'],
  returned: ['returned', 'open', 'claimed', 'approved', 'rejected'],
}

/** `held` = waits for the day's digest. */
export const deliveryStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'held'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type ListingKind = 'order' | 'vacancy'
export const responseTypes = { boosted: 20, normal: 200 } as const
