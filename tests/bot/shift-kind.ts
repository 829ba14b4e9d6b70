import type { Act, Moderator } from './shift-doors.ts'
import type { Shift } from './shift-people.ts'

/** Something that waits for the moderators. */
export type Waiting = {
  task_id: number
  /** What the card says, from which the decision follows. */
  card: string
  /** What its author may not do, when the author is a moderator. */
  own?: Moderator
  decide: Act
  /** How it ends for every side, and what comes of it that waits for the moderators again. */
  end(by: Moderator): Promise<Again | undefined>
}
export type Again = Omit<Waiting, 'own'> & {
  /** The moderator who may not decide now, and what they read who tries. */
  besides?: { who: Moderator; reads: string }
}

/** @param n the number of this item in the shift */
export type Kind = (shift: Shift, n: number) => Promise<Waiting>
