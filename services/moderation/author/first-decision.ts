import { sql } from 'kysely'
import { isStaff, type StaffSource } from './staff.ts'

/** The decision that an appeal is about. */
export type FirstDecision = {
  state: 'approved' | 'rejected'
  reason: string | null
  decider_name: string | null
  decided_at: string | null
  /** True if staff exist besides the first decider and the author. */
  has_other: boolean
}

/** Null unless the task is an appeal with a known first decision. Expects `task`. */
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
