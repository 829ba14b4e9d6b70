import { readConfig } from '#services/core/config.ts'
import { closeContext } from '#services/core/context.ts'
import { openContext } from '#services/core/opening.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import { registerProductFigures } from '#services/operations/metrics.ts'
import { openOpsServer } from '#services/operations/ops-server.ts'
import { askServers, lately } from '#services/operations/readiness.ts'
import { authorNotifications } from './author-notifications.ts'
import { botIntroductions } from './bot-introductions.ts'
import { categoryPrices } from './category-prices.ts'
import { clientErrors } from './client-errors.ts'
import { startClockRepair } from './clock-jumps.ts'
import { currencyRates } from './currency-rates.ts'
import { dealReminders } from './deal-reminders.ts'
import { everyMessage } from './every-message.ts'
import { hotOrderNotifications } from './hot-order-notifications.ts'
import { listingExpiry } from './listing-expiry.ts'
import { messageNotifications } from './message-notifications.ts'
import { moderation } from './moderation.ts'
import { moderationDecisions } from './moderation-decisions.ts'
import { moderationReminders } from './moderation-reminders.ts'
import { newOrderNotifications } from './new-order-notifications.ts'
import { startAlarms } from './operations.ts'
import { orphanFiles } from './orphan-files.ts'
import { paymentVerification, startLaterInquiries, startPaymentSweep } from './payment-verification.ts'
import { personRecords } from './person-records.ts'
import { connectQueues, openQueues } from './queues.ts'
import { startRefunds } from './refunds.ts'
import { startRelay } from './relay.ts'
import { responseNotifications } from './response-notifications.ts'
import { responseNudges } from './response-nudges.ts'
import { retention } from './retention.ts'
import { reviewPublication } from './review-publication.ts'
import { startSharedCards } from './shared-cards.ts'
import { startStarLedger } from './star-ledger.ts'
import { supportCare } from './support-care.ts'
import { startSweeps } from './sweep.ts'
import { startTelegramDelivery } from './telegram-delivery.ts'
import { viewCounting } from './view-counting.ts'

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
]

/** Periodic work that may wait for Redis; what must run without Redis is a loop. */
const sweeps = [
  viewCounting,
  listingExpiry,
  dealReminders,
  responseNudges,
  moderationReminders,
  reviewPublication,
  personRecords,
  categoryPrices,
  supportCare,
  currencyRates,
  orphanFiles,
  retention,
]

const ctx = await openContext(readConfig(), 'workers')
const connection = connectQueues(ctx, 'worker')
const consumers = workers.map((worker) => worker.start(ctx, connection))
const isTelegramThere = lately(5000, () => telegramApi(ctx.config, 2).getMe())
const loops = [
  startRelay(ctx),
  startTelegramDelivery(ctx, everyMessage),
  startPaymentSweep(ctx),
  startLaterInquiries(ctx),
  startRefunds(ctx),
  startStarLedger(ctx),
  startSharedCards(ctx),
  startAlarms(ctx, isTelegramThere),
  startClockRepair(ctx),
  startSweeps(ctx, connection, sweeps),
]
const queues = openQueues(ctx)
const names = workers.map(({ queue }) => queue)
const closeOpsServer = await openOpsServer(ctx, {
  ready: async () => ({
    parts: { ...(await askServers(ctx)), telegram: await isTelegramThere() },
    needed: ['postgres', 'redis'],
  }),
  refresh: registerProductFigures(ctx, () => queues.depth(names)),
})
ctx.log.info({ queues: names }, 'ready')

let stopping = false

/** Takes no new work, finishes what is under way, then closes the connections. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all([...loops, ...consumers].map((part) => part.stop()))
  closeOpsServer?.()
  await queues.close()
  connection.disconnect()
  await closeContext(ctx)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
