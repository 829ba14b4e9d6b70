import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** Makes moderators' decisions effective once they can no longer be taken back. */
export const moderationDecisions = defineWorker({
  queue: 'moderation-decisions',
  attempts: 20,
  concurrency: 4,
  run: (ctx, { payload }, tx) => applyDecision(ctx, tx, payload.task_id),
})
