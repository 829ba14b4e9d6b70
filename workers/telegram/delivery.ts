import type { Context } from '#services/core/context.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  untilNextDelivery,
} from '#services/notifications/outbox/claims.ts'
import { deliveriesChannel, recoverDeliveries, renewLeases } from '#services/notifications/outbox/queue.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { addMs, timing } from '#workers/engine/timing.ts'
import { deliver, type Sender } from './message.ts'
import { scaledRates, telegramRateLimiter } from './rate-limiter.ts'

/**
 * Sends all Telegram messages. They are claimed from Postgres instead of being taken from a queue: the row of a message
 * is its state, the rate limit allows only a few at a time, and a queue in between could lose or duplicate messages.
 * Redis holds only the shared rate limit.
 */
export function startTelegramDelivery(ctx: Context, kinds: MessageKinds): Loop {
  const sender: Sender = {
    api: telegramApi(ctx.config, timing.delivery.timeout / 1000),
    uploads: telegramApi(ctx.config, timing.delivery.uploadTimeout / 1000),
    limiter: telegramRateLimiter(ctx.redis, scaledRates(ctx.config.TELEGRAM_RATE_SCALE)),
    kinds,
  }
  const underWay: InFlight = new Map()
  // The loop is woken only after several messages were sent, so that one query claims several new messages. A newly
  // queued message wakes the loop anyway.
  const onSent = () => underWay.size <= timing.delivery.inFlight / 2 && loop.wake()
  const loop = startLoop(ctx, {
    name: 'telegram-delivery',
    channel: deliveriesChannel,
    round: (loopCtx) => sendDue(loopCtx, sender, underWay, onSent),
  })
  const leases = startLoop(ctx, {
    name: 'telegram-leases',
    round: (loopCtx) => renewInFlight(loopCtx, underWay),
  })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all(underWay.values())
      await leases.stop()
    },
  }
}

type InFlight = Map<ClaimedDelivery, Promise<void>>

/** Renews the claims on messages that are being sent, and takes over messages whose sender has died. */
async function renewInFlight(ctx: Context, underWay: InFlight): Promise<number> {
  const { attempts, lease, leaseRound } = timing.delivery
  const now = ctx.now()
  const ids = [...underWay.keys()].map(({ id }) => id)
  await renewLeases(ctx.db, ids, addMs(now, lease))
  const recovered = await recoverDeliveries(ctx.db, { now: now.toISOString(), attempts })
  if (recovered > 0) ctx.log.warn({ recovered }, 'messages of a sender that died')
  return leaseRound
}

async function sendDue(
  ctx: Context,
  sender: Sender,
  underWay: InFlight,
  onDone: () => unknown,
): Promise<number> {
  const silence = await sender.limiter.paused()
  if (silence > 0) return Math.min(silence, timing.delivery.poll)
  const now = ctx.now()
  const { inFlight, bulkInFlight, lease, poll, claimPause } = timing.delivery
  const limit = inFlight - underWay.size
  if (limit === 0) return poll
  const bulkUnderWay = [...underWay.keys()].filter(({ lane }) => lane === 'bulk').length
  const deliveries = await claimDeliveries(ctx.db, {
    limit,
    bulk: bulkInFlight - bulkUnderWay,
    now: now.toISOString(),
    lease_until: addMs(now, lease),
  })
  const chats = Object.groupBy(deliveries, ({ user_id, chat_id }) => `${user_id ?? chat_id}`)
  for (const chat of Object.values(chats)) sendInOrder(ctx, sender, chat ?? [], underWay, onDone)
  if (deliveries.length === limit) return 0
  // The loop is also woken when messages have been sent.
  return deliveries.length > 0 ? claimPause : untilNextDelivery(ctx.db, now, poll)
}

/** Sends the messages of one chat one after another, so that they arrive in order. */
function sendInOrder(
  ctx: Context,
  sender: Sender,
  chat: ClaimedDelivery[],
  underWay: InFlight,
  onDone: () => unknown,
): void {
  let previous = Promise.resolve()
  const bulk = chat.filter(({ lane }) => lane === 'bulk')
  // Messages that are claimed together count towards a person's limits as if they were sent one by one.
  for (const [earlier, delivery] of bulk.entries()) {
    delivery.bulk_hour += earlier
    delivery.bulk_day += earlier
  }
  for (const delivery of chat) {
    previous = previous
      .then(() => deliver(ctx, sender, delivery))
      .finally(() => {
        underWay.delete(delivery)
        onDone()
      })
    underWay.set(delivery, previous)
  }
}
