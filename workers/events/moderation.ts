import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { priorities, priorityOf } from '#services/moderation/queue/priority.ts'
import {
  findListingTask,
  findReportTask,
  findRevisionTask,
  listChatCards,
} from '#services/moderation/queue/queries.ts'
import { completeTask } from '#services/moderation/queue/queue.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { currentChat } from '#services/notifications/staff-chats.ts'
import { defineWorker, type EventFor } from '#workers/engine/worker.ts'

/**
 * Sends the moderators the card of a listing, edit or complaint that was submitted, and redraws the card after every
 * change.
 */
export const moderation = defineWorker({
  queue: 'moderation',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    if (event.topic === 'moderation.answered') return notifyAnswer(ctx, tx, event.payload.question_id)
    const isNew = event.topic.endsWith('.submitted')
    for (const task_id of await findTasks(tx, event)) {
      if (isNew) await completeTask(ctx, tx, task_id)
      const priority = await priorityOf(tx, task_id)
      // A card that waits to be sent shows the present state when it is sent, so a change needs no second message.
      if (!isNew && (await raisePriority(ctx, tx, task_id, priority))) continue
      await queueDelivery(ctx, tx, {
        to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
        kind: 'moderation_card',
        payload: { task_id },
        dedupe_key: `moderation_card:${task_id}${isNew ? '' : `:${event.id}`}`,
        priority,
      })
    }
  },
})

/**
 * Raises the priority of a task's card if the card waits to be sent.
 * @returns true if the card waits to be sent
 */
async function raisePriority(ctx: Context, tx: Tx, task_id: number, priority: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set((eb) => ({ priority: eb.fn('least', ['priority', eb.val(priority)]) }))
    .where('chat_id', '=', currentChat(ctx.config.MODERATORS_CHAT_ID))
    .where('user_id', 'is', null)
    .where('state', '=', 'pending')
    .where('kind', '=', 'moderation_card')
    .where(sql<boolean>`(payload->>'task_id')::bigint = ${task_id}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ids of the tasks whose cards an event changes. A renewal that was published without a review has no task. */
async function findTasks(tx: Tx, event: Exclude<EventFor<'moderation'>, { topic: 'moderation.answered' }>) {
  const { topic, payload } = event
  if (topic === 'moderation.changed') return [payload.task_id]
  // A listing's edits leave the moderation queue together with the listing, so their cards change too.
  if (topic === 'listing.withdrawn') return listChatCards(tx, payload.listing_id)
  const task_id = await findTask(tx, payload)
  return task_id ? [task_id] : []
}

type About = { listing_id: number } | { report_id: number } | { revision_id: number }

function findTask(tx: Tx, about: About): Promise<number | undefined> {
  if ('listing_id' in about) return findListingTask(tx, about.listing_id)
  if ('report_id' in about) return findReportTask(tx, about.report_id)
  return findRevisionTask(tx, about.revision_id)
}

async function notifyAnswer(ctx: Context, tx: Tx, question_id: number): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
    kind: 'moderation_answer',
    payload: { question_id },
    priority: priorities.talk,
  })
}

/** Applies the moderators' decisions once they can no longer be undone. */
export const moderationDecisions = defineWorker({
  queue: 'moderation-decisions',
  attempts: 20,
  concurrency: 4,
  run: (ctx, { payload }, tx) => applyDecision(ctx, tx, payload.task_id),
})
