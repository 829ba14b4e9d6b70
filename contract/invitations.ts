import type { EndReason } from './lifecycle.ts'

/** What becomes of an invitation; words `invite.state.<state>`. */
export const invitationStates = ['sent', 'seen', 'responded', 'declined', 'ended'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Why one ends that nobody answered: with its listing, as responses do. By each the last word of its texts. */
export const invitationEnds = {
  chosen_other: 'chosen',
  listing_closed: 'closed',
  listing_deleted: 'deleted',
  listing_completed: 'completed',
  not_renewed: 'not_renewed',
} as const satisfies Partial<Record<EndReason, string>>
export type InvitationEnd = keyof typeof invitationEnds

/** Why somebody who is invited says "not now", where they say it; words `invite.reason.<reason>`. */
export const inviteDeclines = ['busy', 'category', 'price', 'terms'] as const
export type InviteDecline = (typeof inviteDeclines)[number]

/** Each move with the states from which it leads to another. */
export const invitationMoves = {
  see: { from: ['sent'], to: 'seen' },
  // Said again it may bring a reason.
  decline: { from: ['sent', 'seen', 'declined'], to: 'declined' },
  take_back: { from: ['declined'], to: 'seen' },
  end: { from: ['sent', 'seen'], to: 'ended' },
  reopen: { from: ['ended'], to: 'seen' },
} as const satisfies Record<string, { from: InvitationState[]; to: InvitationState }>
export type InvitationMove = keyof typeof invitationMoves
