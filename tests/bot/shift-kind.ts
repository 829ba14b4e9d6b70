import type { Decision, Moderator } from './shift-doors.ts'
import type { Shift } from './shift-people.ts'

/** A moderation task that waits for a decision. */
export type WaitingTask = {
  task_id: number
  /** Text that the card must contain, because the decision depends on it. */
  card: string
  /** The task's author if the author is a moderator. Moderators may not decide their own tasks. */
  ownModerator?: Moderator
  decision: Decision
  /**
   * Checks what the author, the reporter and other moderators see after the decision. Returns a follow-up task, such as
   * an appeal, if there is one.
   */
  checkOutcome(moderator: Moderator): Promise<FollowUpTask | undefined>
}
export type FollowUpTask = Omit<WaitingTask, 'own'> & {
  /** A moderator who may not decide this task, with the error text that this moderator sees. */
  excluded?: { moderator: Moderator; refusal: string }
}

/** @param n the task's number in the shift */
export type TaskScenario = (shift: Shift, n: number) => Promise<WaitingTask>
