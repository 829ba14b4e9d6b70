import type { EndReason } from './lifecycle.ts'

/** States of an invitation; texts `invite.state.<state>`. */
export const invitationStates = ['sent', 'seen', 'responded', 'declined', 'ended'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Reasons why an unanswered invitation ends together with its listing. Each reason has the suffix of its text keys. */
export const invitationEnds = {
  chosen_other: 'chosen',
  listing_closed: 'closed',
  listing_deleted: 'deleted',
  listing_completed: 'completed',
  not_renewed: 'not_renewed',
} as const satisfies Partial<Record<EndReason, string>>
export type InvitationEnd = keyof typeof invitationEnds

/** Reasons that a person may give for "not now"; texts `invite.reason.<reason>`. */
export const inviteDeclines = ['busy', 'category', 'price', 'terms'] as const
export type InviteDecline = (typeof inviteDeclines)[number]

/** Moves of an invitation. Each move has the states in which it is allowed, and the state after it. */
export const invitationMoves = {
  see: { from: ['sent'], to: 'seen' },
  // A declined invitation can be declined once more, so that the person can add a reason.
  decline: { from: ['sent', 'seen', 'declined'], to: 'declined' },
  take_back: { from: ['declined'], to: 'seen' },
  end: { from: ['sent', 'seen'], to: 'ended' },
  reopen: { from: ['ended'], to: 'seen' },
} as const satisfies Record<string, { from: InvitationState[]; to: InvitationState }>
export type InvitationMove = keyof typeof invitationMoves
