import { type Outcome, Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { consumers } from '#services/core/records/events.ts'
import { requeueTasks } from '#services/operations/alarms/failed-tasks.ts'

export type RequeueOptions = { consumer?: string; event?: string; dryRun?: boolean }

/**
 * Queues tasks again whose consumers had given them up after repeated errors.
 * @throws Refusal for a consumer that this release does not know and that gave nothing up
 */
export async function requeue(session: Session, options: RequeueOptions): Promise<Outcome> {
  const { consumer, event, dryRun = false } = options
  const tasks = await requeueTasks(session.context(), { consumer, event_id: event, is_dry: dryRun })
  if (consumer && tasks.length === 0 && !(consumers as readonly string[]).includes(consumer))
    throw new Refusal(`There is no consumer "${consumer}". There are: ${consumers.join(', ')}.`)
  const lines = tasks.map(
    ({ consumer, topic, event_id, last_error }) => `  ${consumer}, ${topic} ${event_id}: ${last_error}`,
  )
  const outcome = dryRun ? 'would run again' : 'run again now'
  return {
    text:
      tasks.length === 0
        ? [event ? `No task of the event ${event} was given up.` : 'No task was given up.']
        : [`${tasks.length} given up, ${outcome}:`, ...lines],
    data: { is_dry: dryRun, tasks },
  }
}
