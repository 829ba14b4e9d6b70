import type { Act, Moderator } from './shift-doors.ts'
import type { Shift } from './shift-people.ts'

/** A task that waits for the moderators. */
export type Waiting = {
  task_id: number
  /** A part of the card's text that justifies the decision. */
  card: string
  /** The task's author if a moderator, who may not decide about it. */
  own?: Moderator
  decide: Act
  /** Checks the outcome for every side. Returns a follow-up task if the decision leads to one. */
  end(by: Moderator): Promise<Again | undefined>
}
export type Again = Omit<Waiting, 'own'> & {
  /** A moderator who may not decide this task, and the refusal that they see. */
  besides?: { who: Moderator; reads: string }
}

/** @param n the item's number in the shift */
export type Kind = (shift: Shift, n: number) => Promise<Waiting>
