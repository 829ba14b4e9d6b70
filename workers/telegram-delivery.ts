import type { Context } from '#services/core/context.ts'
import { deliveriesChannel } from '#services/notifications/delivery-queue.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { recoverDeliveries, renewLeases } from '#services/notifications/leases.ts'
import { type ClaimedDelivery, claimDeliveries, untilNextDelivery } from '#services/notifications/sending.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import { type Loop, startLoop } from './loop.ts'
import { after, pace } from './pace.ts'
import { deliver, type Sender } from './telegram-message.ts'
import { scaledRates, type Turns, telegramTurns } from './telegram-turns.ts'

/**
 * The only voice towards Telegram. It claims messages from Postgres itself instead of taking jobs from a queue:
 * the truth about a message is its row, the rate allows a few at a time, and a queue between the two would only
 * be one more place where a message could be twice or nowhere. Redis holds nothing but the shared line.
 */
export function startTelegramDelivery(ctx: Context, kinds: MessageKinds): Loop {
  const turns = telegramTurns(ctx.redis, scaledRates(ctx.config.TELEGRAM_RATE_SCALE))
  const sender: Sending = {
    api: telegramApi(ctx.config, pace.delivery.timeout / 1000),
    turns,
    silence: lookNowAndThen(turns),
    kinds,
  }
  const underWay = new Map<ClaimedDelivery, Promise<void>>()
  const keepLeases = leaseKeeper(underWay)
  let isStopping = false
  // Several at once cost one question; a message that is new wakes the loop by itself.
  const goOn = () => underWay.size <= pace.delivery.inFlight / 2 && loop.wake()
  const loop = startLoop(ctx, {
    name: 'telegram-delivery',
    channel: deliveriesChannel,
    round: async (own) => {
      await keepLeases(own)
      return isStopping ? pace.delivery.poll : sendDue(own, sender, underWay, goOn)
    },
  })
  return {
    wake: loop.wake,
    async stop() {
      isStopping = true
      await Promise.all(underWay.values())
      await loop.stop()
      await Promise.all(underWay.values())
    },
  }
}

type Sending = Sender & { silence(): Promise<number> }

/** Milliseconds of silence left. Asked a few times a second: a turn is never granted during a silence anyway. */
function lookNowAndThen(turns: Turns): () => Promise<number> {
  let known = { at: 0, silence: 0 }
  return async () => {
    const age = performance.now() - known.at
    if (known.at === 0 || age > pace.delivery.look || known.silence > 0)
      known = { silence: await turns.paused(), at: performance.now() }
    return known.silence
  }
}

/** Tells now and then which messages are still on their way, and takes over those of senders that died. */
function leaseKeeper(underWay: Map<ClaimedDelivery, unknown>): (ctx: Context) => Promise<void> {
  const { attempts, lease, leaseRound } = pace.delivery
  let next = 0
  return async (ctx) => {
    if (performance.now() < next) return
    const now = ctx.now()
    const ids = [...underWay.keys()].map(({ id }) => id)
    await renewLeases(ctx.db, ids, after(now, lease))
    const recovered = await recoverDeliveries(ctx.db, { now: now.toISOString(), attempts })
    if (recovered > 0) ctx.log.warn({ recovered }, 'messages of a sender that died')
    next = performance.now() + leaseRound
  }
}

async function sendDue(
  ctx: Context,
  sender: Sending,
  underWay: Map<ClaimedDelivery, Promise<void>>,
  onDone: () => unknown,
): Promise<number> {
  const silence = await sender.silence()
  if (silence > 0) return Math.min(silence, pace.delivery.poll)
  const now = ctx.now()
  const { inFlight, bulkInFlight, lease, poll, look } = pace.delivery
  const limit = inFlight - underWay.size
  if (limit === 0) return poll
  const bulkUnderWay = [...underWay.keys()].filter(({ lane }) => lane === 'bulk').length
  const claimed = await claimDeliveries(ctx.db, {
    limit,
    bulk: bulkInFlight - bulkUnderWay,
    now: now.toISOString(),
    lease_until: after(now, lease),
  })
  const chats = Object.groupBy(claimed, ({ user_id, chat_id }) => `${user_id ?? chat_id}`)
  for (const chat of Object.values(chats)) sendInTurn(ctx, sender, chat ?? [], underWay, onDone)
  if (claimed.length === limit) return 0
  // The end of what is under way wakes the loop.
  return claimed.length > 0 ? look : untilNextDelivery(ctx.db, now, poll)
}

/** Messages of one chat one after another, so that they arrive in the order of their making. */
function sendInTurn(
  ctx: Context,
  sender: Sender,
  chat: ClaimedDelivery[],
  underWay: Map<ClaimedDelivery, Promise<void>>,
  onDone: () => unknown,
): void {
  let previous = Promise.resolve()
  const bulk = chat.filter(({ lane }) => lane === 'bulk')
  // What was claimed together counts towards the limits of a person as if it had been sent one by one.
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
