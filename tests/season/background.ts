import { claimTasks } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'
import { claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { listDuePayments } from '#services/payments/money/queries.ts'
import { scheduleInquiry } from '#services/payments/verification/inquiries.ts'
import { runInGroups } from '#tests/money/groups.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { botIntroductions } from '#workers/events/bot-introductions.ts'
import { messageNotifications } from '#workers/events/message-notifications.ts'
import { moderation, moderationDecisions } from '#workers/events/moderation.ts'
import { hotOrderNotifications, newOrderNotifications } from '#workers/events/order-notifications.ts'
import { paymentVerification } from '#workers/events/payment-verification.ts'
import { recordCounting } from '#workers/events/person-records.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { dealReminders, listingExpiry, responseNudges, serviceRequests } from '#workers/rounds/schedule.ts'
import { deliver, type Sender } from '#workers/telegram/message.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

/** Runs the product's background work at the current time of the test clock. */

const consumers = [
  ...[paymentVerification, moderation, moderationDecisions, authorNotifications, newOrderNotifications],
  ...[hotOrderNotifications, responseNotifications, messageNotifications, botIntroductions],
  recordCounting,
]
const sweeps = [listingExpiry, dealReminders, responseNudges, serviceRequests]
const batch = 200
const minute = 60_000

/**
 * Passes due tasks to their consumers.
 * @returns the number of tasks
 */
async function runDueTasks(ctx: Context): Promise<number> {
  const tasks = await claimTasks(ctx.db, { limit: batch, now: ctx.now().toISOString(), waits: [minute] })
  await runInGroups(tasks, async (task) => {
    await consumers.find(({ queue }) => queue === task.consumer)?.handle(ctx, task)
  })
  return tasks.length
}

/** A rate limiter without limits. With Telegram's limits, the simulation of a season would take a season. */
const unlimitedPace = {
  take: async () => ({ granted: true, wait_ms: 0 }) as const,
  pause: async () => {},
  paused: async () => 0,
}

/**
 * Sends due messages. Messages to one person are sent one after another.
 * @returns the number of messages
 */
async function sendDueMessages(ctx: Context, sender: Sender): Promise<number> {
  const now = ctx.now()
  const lease_until = new Date(now.getTime() + minute).toISOString()
  const claimedDeliveries = await claimDeliveries(ctx.db, {
    limit: batch,
    bulk: batch,
    now: now.toISOString(),
    lease_until,
  })
  const chats = Object.values(
    Object.groupBy(claimedDeliveries, ({ user_id, chat_id }) => `${user_id ?? chat_id}`),
  )
  await runInGroups(chats, async (chat = []) => {
    let bulkCount = 0
    for (const delivery of chat) {
      // Several messages to one person may be claimed at once. Each counts towards the limits of the next one, as if
      // they were claimed one by one.
      delivery.bulk_hour += bulkCount
      delivery.bulk_day += bulkCount
      if (delivery.lane === 'bulk') bulkCount += 1
      await deliver(ctx, sender, delivery)
    }
  })
  return claimedDeliveries.length
}

export function openBackground(ctx: Context) {
  const api = telegramApi(ctx.config, 10)
  const sender: Sender = { api, uploads: api, limiter: unlimitedPace, kinds: everyMessage }
  /** Runs all work that is due, until nothing is due. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 500; round += 1) {
      const duePayments = await listDuePayments(ctx.db, ctx.now(), batch)
      await runInGroups(duePayments, (id) => scheduleInquiry(ctx, id))
      const eventCount = await runDueTasks(ctx)
      const sentCount = await sendDueMessages(ctx, sender)
      if (duePayments.length + eventCount + sentCount === 0) return
    }
    throw new Error('the background work never comes to rest')
  }
  return {
    settle,
    /** Runs the periodic jobs, and then the work that the jobs have caused. */
    async sweep(): Promise<void> {
      for (const { run } of sweeps) while (await run(ctx));
      await settle()
    },
  }
}
