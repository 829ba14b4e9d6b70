import type { Outcome } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { requeueTasks } from '#services/operations/alarms/failed-tasks.ts'

export type RequeueOptions = { consumer?: string; event?: string; dryRun?: boolean }

/** Queues tasks again whose consumers had given them up after repeated errors. */
export async function requeue(session: Session, options: RequeueOptions): Promise<Outcome> {
  const { consumer, event, dryRun = false } = options
  const tasks = await requeueTasks(session.context(), { consumer, event_id: event, is_dry: dryRun })
  const lines = tasks.map(
    ({ consumer, topic, event_id, last_error }) => `  ${consumer}, ${topic} ${event_id}: ${last_error}`,
  )
  const outcome = dryRun ? 'would run again' : 'run again now'
  return {
    text:
      tasks.length === 0 ? ['No task was given up.'] : [`${tasks.length} given up, ${outcome}:`, ...lines],
    data: { is_dry: dryRun, tasks },
  }
}
