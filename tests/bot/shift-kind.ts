import type { Decision, Moderator } from './shift-doors.ts'
import type { Shift } from './shift-people.ts'

/** A task that waits for the moderators. */
export type WaitingTask = {
  task_id: number
  /** A part of the card's text that justifies the decision. */
  card: string
  /** The task's author if a moderator, who may not decide about it. */
  ownModerator?: Moderator
  decision: Decision
  /** Checks the outcome for every side. Returns a follow-up task if the decision leads to one. */
  checkOutcome(moderator: Moderator): Promise<FollowUpTask | undefined>
}
export type FollowUpTask = Omit<WaitingTask, 'own'> & {
  /** A moderator who may not decide this task, and the refusal that they see. */
  excluded?: { moderator: Moderator; refusal: string }
}

/** @param n the item's number in the shift */
export type TaskScenario = (shift: Shift, n: number) => Promise<WaitingTask>
