import type { UpdateObject } from 'kysely'
import { type ModerationState, moderationMoves, moderationStates } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

type Which =
  | { id: number }
  | { revision_id: number }
  /**
   * Tasks about a listing and its edits that are not applied yet. Complaints and decisions about the author are
   * excluded.
   */
  | { listing_id: number; report_id: null; consequence: null; applied_at: null }
/** Columns that are written in the same statement as the state of a moderation task. */
type Columns = Omit<UpdateObject<Database, 'moderation_tasks'>, 'state' | 'updated_at'>

/**
 * Moves moderation tasks to another state if their present state allows it. No other function writes the state of a
 * task.
 * @param among moves only tasks in these states
 * @returns number of moved tasks
 */
export async function moveTasks(
  ctx: Context,
  tx: Tx,
  which: Which,
  state: ModerationState,
  columns: Columns,
  among: readonly ModerationState[] = moderationStates,
): Promise<number> {
  const before = among.filter((from) => moderationMoves[from].includes(state))
  const { numUpdatedRows } = await tx
    .updateTable('moderation_tasks')
    .set({ ...columns, state: state as never, updated_at: ctx.now().toISOString() })
    .where((eb) => eb.and(which))
    .where('state', 'in', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
