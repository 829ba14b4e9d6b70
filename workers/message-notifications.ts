import { isPresent } from '#services/chat/presence.ts'
import { claimPush, findReceiver } from '#services/chat/pushes.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { defineWorker } from './worker.ts'

/** Tells people in Telegram about chat messages that they are not looking at. */
export const messageNotifications = defineWorker({
  queue: 'message-notifications',
  attempts: 12,
  concurrency: 4,
  async prepare(ctx, { payload: { message_id } }) {
    const receiver = await findReceiver(ctx.db, message_id)
    return receiver !== undefined && (await isPresent(ctx, receiver.room_id, receiver.user_id))
  },
  async run(ctx, { payload: { message_id } }, tx, isLooking) {
    const user_id = isLooking ? undefined : await claimPush(ctx, tx, message_id)
    if (user_id === undefined) return
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'new_message',
      payload: { message_id },
      dedupe_key: `new_message:${message_id}`,
    })
  },
})
