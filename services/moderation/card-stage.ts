import { type Card, isReport } from './card-queries.ts'

export type Stage = 'waiting' | 'asked' | 'approving' | 'rejecting' | 'approved' | 'rejected' | 'gone'

/** A decision whose undo time is over counts as done: the worker is about to make it so. */
export function stageOf(card: Card, now: Date): Stage {
  const { state, effective_at, applied_at } = card
  const isOver = effective_at !== null && Date.parse(effective_at) <= now.getTime()
  if (state === 'approved') return isOver ? 'approved' : 'approving'
  if (state === 'rejected') return isOver ? 'rejected' : 'rejecting'
  if (applied_at !== null || isGone(card)) return 'gone'
  return state === 'returned' ? 'asked' : 'waiting'
}

function isGone(card: Card): boolean {
  if (isReport(card)) return false
  return card.subject === 'revision' ? card.status === 'deleted' : card.status !== 'moderation'
}

/** Whether somebody has the task to themselves now. */
export function isHeld({ state, claimed_until }: Card, now: Date): boolean {
  return state === 'claimed' && Date.parse(claimed_until ?? '') > now.getTime()
}
