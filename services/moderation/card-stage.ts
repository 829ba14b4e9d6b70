import { type Card, type CardAct, isReport } from './card-queries.ts'

/** `acting`, `acted` = what staff do or did about it by themselves after it was decided. */
export type Stage =
  | 'waiting'
  | 'asked'
  | 'approving'
  | 'rejecting'
  | 'approved'
  | 'rejected'
  | 'acting'
  | 'acted'
  | 'gone'

/** A decision may be taken back until it is carried out, however late that is. */
export function stageOf(card: Card): Stage {
  const { state, applied_at, act } = card
  if (act && applied_at !== null) {
    if (act.applied_at === null) return 'acting'
    if (isTrue(card, act)) return 'acted'
  }
  if (state === 'approved') return applied_at ? 'approved' : 'approving'
  if (state === 'rejected') return applied_at ? 'rejected' : 'rejecting'
  if (applied_at !== null || isGone(card)) return 'gone'
  return state === 'returned' ? 'asked' : 'waiting'
}

/** A takedown that an appeal has ended, and a block that was ended, are no longer told. */
function isTrue(card: Card, { consequence }: CardAct): boolean {
  if (consequence === 'block') return card.author_status === 'blocked'
  return consequence === 'warn' || isReport(card) || card.hidden_reason === 'staff'
}

function isGone(card: Card): boolean {
  if (isReport(card)) return false
  if (card.subject === 'revision') return card.status === 'deleted'
  // What staff took down waits hidden for the second look.
  return card.status !== 'moderation' && !(card.appeal !== null && card.hidden_reason === 'staff')
}

/** Whether a decision waits out the time in which it may be taken back. */
export function isUndoable(stage: Stage): boolean {
  return stage === 'approving' || stage === 'rejecting' || stage === 'acting'
}

/** Whether somebody has the task to themselves now. */
export function isHeld({ state, claimed_until }: Card, now: Date): boolean {
  return state === 'claimed' && Date.parse(claimed_until ?? '') > now.getTime()
}
