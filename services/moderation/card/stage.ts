import { type CardAct, isReport, type ReviewCard } from './facts.ts'

/** Stage of a review card. `acting` and `acted`: after the decision, staff chose another consequence for the item. */
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

/**
 * Returns the stage of a review card. A decision can be undone until a worker applies it, even if the worker is late.
 */
export function stageOf(card: ReviewCard): Stage {
  const { state, applied_at, act } = card
  if (act && applied_at !== null) {
    if (act.applied_at === null) return 'acting'
    if (isActInForce(card, act)) return 'acted'
  }
  if (state === 'approved') return applied_at ? 'approved' : 'approving'
  if (state === 'rejected') return applied_at ? 'rejected' : 'rejecting'
  if (applied_at !== null || isGone(card)) return 'gone'
  return state === 'returned' ? 'asked' : 'waiting'
}

/**
 * True if an act of staff is still in force. An appeal can reverse a takedown, and a block can be lifted; the card does
 * not show such acts.
 */
function isActInForce(card: ReviewCard, { consequence }: CardAct): boolean {
  if (consequence === 'block') return card.author_status === 'blocked'
  return consequence === 'warn' || isReport(card) || card.hidden_reason === 'staff'
}

function isGone(card: ReviewCard): boolean {
  if (isReport(card)) return false
  if (card.subject === 'revision') return card.status === 'deleted'
  // A listing that staff took down stays hidden during its appeal.
  return card.status !== 'moderation' && !(card.appeal !== null && card.hidden_reason === 'staff')
}

/** True while a decision can be undone. */
export function isUndoable(stage: Stage): boolean {
  return stage === 'approving' || stage === 'rejecting' || stage === 'acting'
}

/** True once a decision can no longer be undone. */
export function isDecided(stage: Stage): boolean {
  return stage === 'approved' || stage === 'rejected' || stage === 'acted'
}

/** True while a moderator's claim of the task is valid. */
export function isClaimedNow({ state, claimed_until }: ReviewCard, now: Date): boolean {
  return state === 'claimed' && Date.parse(claimed_until ?? '') > now.getTime()
}

/** Views of a review card with a long text, which is shown page by page. */
const unfoldedViews = ['text', 'before', 'twins'] as const
export type UnfoldedView = (typeof unfoldedViews)[number]
/** Views of a review card in which the moderator chooses a reason. */
export type ReasonsView = 'reasons' | 'removals' | 'warnings' | 'blocks'
/**
 * View of a review card: the buttons for a decision, the further acts on a decided item, a list of reasons, or a page of
 * a long text.
 */
export type View = 'decisions' | 'more' | ReasonsView | UnfoldedView

export function isUnfolded(view: View): view is UnfoldedView {
  return unfoldedViews.some((one) => one === view)
}
