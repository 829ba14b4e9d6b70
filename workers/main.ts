import { closeContext } from '#services/core/context.ts'
import { openContext, readSettings } from '#services/core/start-process.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { registerProductFigures } from '#services/operations/figures/product-figures.ts'
import { openOpsServer } from '#services/operations/ops-server.ts'
import { startMarks } from '#services/operations/processes.ts'
import { cachedCheck, checkServers } from '#services/operations/readiness.ts'
import { startClockRepair } from '#workers/engine/clock-jumps.ts'
import { connectQueues, openQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { startSweeps } from '#workers/engine/sweep.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { botIntroductions } from '#workers/events/bot-introductions.ts'
import { clientErrors } from '#workers/events/client-errors.ts'
import { messageNotifications } from '#workers/events/message-notifications.ts'
import { moderation, moderationDecisions } from '#workers/events/moderation.ts'
import { hotOrderNotifications, newOrderNotifications } from '#workers/events/order-notifications.ts'
import {
  paymentVerification,
  startLaterInquiries,
  startPaymentSweep,
} from '#workers/events/payment-verification.ts'
import { recordCounting } from '#workers/events/person-records.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { startChannelPosts } from '#workers/rounds/channels.ts'
import { startAlarms } from '#workers/rounds/operations.ts'
import { startRefunds } from '#workers/rounds/refunds.ts'
import {
  categoryPrices,
  currencyRates,
  dealReminders,
  listingExpiry,
  moderationReminders,
  orphanFiles,
  personRecords,
  responseNudges,
  retention,
  reviewPublication,
  serviceRequests,
  supportMaintenance,
  titleWords,
} from '#workers/rounds/schedule.ts'
import { startSharedCards } from '#workers/rounds/shared-cards.ts'
import { startStarLedger } from '#workers/rounds/star-ledger.ts'
import { viewCounting } from '#workers/rounds/views.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

const workers = [
  paymentVerification,
  moderation,
  moderationDecisions,
  authorNotifications,
  newOrderNotifications,
  hotOrderNotifications,
  responseNotifications,
  messageNotifications,
  clientErrors,
  botIntroductions,
  recordCounting,
]

/** Periodic work that depends on Redis. Work that must run without Redis is a loop. */
const sweeps = [
  viewCounting,
  listingExpiry,
  dealReminders,
  serviceRequests,
  responseNudges,
  moderationReminders,
  reviewPublication,
  personRecords,
  categoryPrices,
  supportMaintenance,
  titleWords,
  currencyRates,
  orphanFiles,
  retention,
]

const ctx = await openContext(readSettings('workers'), 'workers')
const connection = connectQueues(ctx, 'worker')
const consumers = workers.map((worker) => worker.start(ctx, connection))
const isTelegramThere = cachedCheck(5000, () => telegramApi(ctx.config, 2).getMe())
const loops = [
  startRelay(ctx),
  startTelegramDelivery(ctx, everyMessage),
  startPaymentSweep(ctx),
  startLaterInquiries(ctx),
  startRefunds(ctx),
  startStarLedger(ctx),
  startSharedCards(ctx),
  startChannelPosts(ctx),
  startAlarms(ctx, isTelegramThere),
  startClockRepair(ctx),
  startSweeps(ctx, connection, sweeps),
]
const queues = openQueues(ctx)
const names = workers.map(({ queue }) => queue)
const ready = async () => ({
  parts: { ...(await checkServers(ctx)), telegram: await isTelegramThere() },
  needed: ['postgres', 'redis'],
})
const marks = startMarks(ctx, 'workers', ready)
const closeOpsServer = await openOpsServer(ctx, {
  ready,
  refresh: registerProductFigures(ctx, () => queues.depth(names)),
})
ctx.log.info({ queues: names }, 'ready')

let stopping = false

/** Stops the process: takes no new work, finishes the current work, then closes the connections. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all([...loops, ...consumers].map((part) => part.stop()))
  closeOpsServer?.()
  await marks.stop()
  await queues.close()
  connection.disconnect()
  await closeContext(ctx)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
