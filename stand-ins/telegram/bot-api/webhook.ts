import { unixNow } from '../state/clock.ts'
import type { Update, Webhook } from '../state/types.ts'
import { conversationOf } from '../state/updates.ts'
import type { World } from '../state/world.ts'

const replyTimeoutMs = 60_000
const maxUpdateAgeMs = 24 * 3600_000
const maxGoneMs = 23 * 3600_000
const maxRetryAfterS = 3600

interface Conversation {
  busy: boolean
  failures: number
  next_at: number
  gone_since?: number
}

/**
 * Delivers updates to the webhook: in order within a conversation, conversations in parallel. A failure is
 * retried at once, then after 2 s, doubling up to a random 60-120 s (WebhookActor.cpp).
 */
export function createWebhookSender(
  world: World,
  execute: (method: string, body: Record<string, unknown>) => void,
) {
  const conversations = new Map<string, Conversation>()
  const firstAttemptAt = new Map<number, number>()
  let running = 0
  let cancelTimer = () => {}

  const deliverUpdates = () => {
    cancelTimer()
    const webhook = world.data.webhook
    if (!webhook) return
    const now = world.clock.now()
    const visitedUrls = new Set<string>()
    let wakeAt = Number.POSITIVE_INFINITY
    for (const update of [...world.data.updates]) {
      const key = conversationOf(update)
      if (visitedUrls.has(key)) continue
      visitedUrls.add(key)
      const conversation = conversations.get(key) ?? { busy: false, failures: 0, next_at: 0 }
      conversations.set(key, conversation)
      if (conversation.busy || running >= webhook.max_connections) continue
      if (conversation.next_at > now) wakeAt = Math.min(wakeAt, conversation.next_at)
      else deliverUpdate(webhook, update, conversation)
    }
    if (wakeAt < Number.POSITIVE_INFINITY) cancelTimer = world.clock.after(wakeAt - now + 1, deliverUpdates)
  }

  const dropUpdate = (update: Update) => {
    world.data.updates = world.data.updates.filter(({ update_id }) => update_id !== update.update_id)
    firstAttemptAt.delete(update.update_id)
  }

  const deliverUpdate = (webhook: Webhook, update: Update, conversation: Conversation) => {
    conversation.busy = true
    running++
    if (!firstAttemptAt.has(update.update_id)) firstAttemptAt.set(update.update_id, world.clock.now())
    void postUpdate(webhook, update)
      .then((outcome) => handleOutcome(webhook, update, conversation, outcome))
      .finally(() => {
        conversation.busy = false
        running--
        deliverUpdates()
      })
  }

  const handleOutcome = (webhook: Webhook, update: Update, conversation: Conversation, outcome: Outcome) => {
    const now = world.clock.now()
    if (outcome.ok) {
      conversation.failures = 0
      conversation.next_at = 0
      conversation.gone_since = undefined
      dropUpdate(update)
      if (outcome.call) execute(outcome.call.method, outcome.call.body)
      return
    }
    webhook.last_error_date = unixNow()
    webhook.last_error_message = outcome.reason
    conversation.gone_since = outcome.status === 410 ? (conversation.gone_since ?? now) : undefined
    if (
      conversation.gone_since &&
      now - conversation.gone_since > maxGoneMs &&
      world.data.webhook === webhook
    )
      world.data.webhook = undefined
    if (now - (firstAttemptAt.get(update.update_id) ?? now) > maxUpdateAgeMs) dropUpdate(update)
    conversation.failures++
    conversation.next_at =
      now +
      (outcome.retry_after_s !== undefined ? outcome.retry_after_s * 1000 : backoffMs(conversation.failures))
  }

  const stopListening = world.bus.listen((event) => {
    if (event.type === 'update') deliverUpdates()
  })
  return {
    pump: deliverUpdates,
    stop() {
      cancelTimer()
      stopListening()
    },
  }
}

const backoffMs = (failures: number) =>
  failures === 1 ? 0 : Math.min(2000 * 2 ** (failures - 2), 60_000 + Math.random() * 60_000)

interface Outcome {
  ok: boolean
  status?: number
  reason?: string
  retry_after_s?: number
  call?: { method: string; body: Record<string, unknown> }
}

async function postUpdate(webhook: Webhook, update: Update): Promise<Outcome> {
  try {
    const reply = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(webhook.secret_token && { 'x-telegram-bot-api-secret-token': webhook.secret_token }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.timeout(replyTimeoutMs),
    })
    const body = await reply.text()
    if (reply.ok) return { ok: true, call: readCall(body) }
    const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN)
    return {
      ok: false,
      status: reply.status,
      reason: `Wrong response from the webhook: ${reply.status} ${reply.statusText}`,
      ...(Number.isFinite(retryAfter) && { retry_after_s: Math.min(retryAfter, maxRetryAfterS) }),
    }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as Error | undefined) : undefined
    return { ok: false, reason: cause?.message ?? 'Connection refused' }
  }
}

/** The bot's response to a webhook request may contain a call of a method, named by `method`. */
function readCall(body: string): Outcome['call'] {
  if (!body.startsWith('{')) return undefined
  try {
    const { method, ...parameters } = JSON.parse(body) as Record<string, unknown>
    return typeof method === 'string' ? { method, body: parameters } : undefined
  } catch {
    return undefined
  }
}
