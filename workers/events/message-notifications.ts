import { limits } from '#contract/limits.ts'
import { isPresent } from '#services/chat/presence.ts'
import { claimPush, findReceiver } from '#services/chat/push.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/**
 * Notifies people in Telegram about unread chat messages. If the chat is open in the app, the notification waits a
 * minute, and is not sent if the message was read. An open chat does not prove that the message was read: the phone may
 * be off, or the app frozen without the server noticing.
 */
export const messageNotifications = defineWorker({
  queue: 'message-notifications',
  attempts: 12,
  concurrency: 4,
  async prepare(ctx, { payload: { message_id } }) {
    const receiver = await findReceiver(ctx.db, message_id)
    return receiver !== undefined && (await isPresent(ctx, receiver.room_id, receiver.user_id))
  },
  async run(ctx, { payload: { message_id } }, tx, isLooking) {
    const user_id = await claimPush(ctx, tx, message_id)
    if (user_id === undefined) return
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'new_message',
      payload: { message_id },
      after_ms: isLooking ? limits.chat.unreadMs : 0,
    })
  },
})
