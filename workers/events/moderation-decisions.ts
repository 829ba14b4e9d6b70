import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** Applies moderators' decisions after the undo time. */
export const moderationDecisions = defineWorker({
  queue: 'moderation-decisions',
  attempts: 20,
  concurrency: 4,
  run: (ctx, { payload }, tx) => applyDecision(ctx, tx, payload.task_id),
})
