import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import { priorities } from '#services/moderation/queue/priority.ts'
import { setTask, type Task } from '#services/moderation/queue/tasks.ts'
import { snapshot } from '#services/moderation/review/snapshot.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

/** Moderators are notified separately about cards older than this: nobody looks at them any more. */
const freshCardMs = 48 * 60 * 60_000

/**
 * Reopens a task whose content changed before its approval took effect. The redrawn card says why. An older card also
 * gets a message of its own.
 */
export async function lapseApproval(ctx: Context, tx: Tx, task: Task, content: Published): Promise<void> {
  const open = {
    state: 'open',
    decided_by: null,
    decided_at: null,
    effective_at: null,
    reason: null,
  } as const
  const lapsed = { ...open, lapsed_decider: task.decided_by, ...snapshot(content) }
  await setTask(ctx, tx, { task_id: task.id }, lapsed)
  const now = ctx.now().getTime()
  if (task.message_id === null || now - Date.parse(task.card_sent_at ?? task.created_at) < freshCardMs) return
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
    kind: 'moderation_lapsed',
    payload: { task_id: task.id },
    dedupe_key: `moderation_lapsed:${task.id}:${task.effective_at}`,
    priority: priorities.paid,
  })
}
