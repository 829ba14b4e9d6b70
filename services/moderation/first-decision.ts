import { sql } from 'kysely'
import { isStaff, type StaffSource } from './staff.ts'

/** What an appeal is about: why it was decided so, by whom, and whether anybody else could look at it now. */
export type FirstDecision = {
  state: 'approved' | 'rejected'
  reason: string | null
  decider_name: string | null
  decided_at: string | null
  /** Somebody of the staff besides who decided and the author. */
  has_other: boolean
}

/** Null unless the task is an appeal whose first decision is known, over `task`. */
export function firstDecision(ctx: Pick<StaffSource, 'config'>) {
  return sql<FirstDecision | null>`(
    select json_build_object('state', first.state, 'reason', first.reason, 'decider_name', decider.full_name,
      'decided_at', first.decided_at, 'has_other', exists (
        select from users other join listings about on about.id = task.listing_id
        where ${isStaff(ctx, 'other')} and other.id <> about.author_id
          and other.id is distinct from first.decided_by))
    from moderation_tasks first left join users decider on decider.id = first.decided_by
    where first.id = task.appeal_of)`
}
