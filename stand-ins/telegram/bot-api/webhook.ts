import { unixNow } from '../state/clock.ts'
import type { Update, Webhook } from '../state/types.ts'
import { conversationOf } from '../state/updates.ts'
import type { World } from '../state/world.ts'

const replyTimeoutMs = 60_000
const keptForMs = 24 * 3600_000
const goneForMs = 23 * 3600_000
const maxRetryAfterS = 3600

interface Lane {
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
  const lanes = new Map<string, Lane>()
  const since = new Map<number, number>()
  let running = 0
  let cancelTimer = () => {}

  const pump = () => {
    cancelTimer()
    const hook = world.data.webhook
    if (!hook) return
    const now = world.clock.now()
    const seen = new Set<string>()
    let wakeAt = Number.POSITIVE_INFINITY
    for (const update of [...world.data.updates]) {
      const key = conversationOf(update)
      if (seen.has(key)) continue
      seen.add(key)
      const lane = lanes.get(key) ?? { busy: false, failures: 0, next_at: 0 }
      lanes.set(key, lane)
      if (lane.busy || running >= hook.max_connections) continue
      if (lane.next_at > now) wakeAt = Math.min(wakeAt, lane.next_at)
      else deliver(hook, update, lane)
    }
    if (wakeAt < Number.POSITIVE_INFINITY) cancelTimer = world.clock.after(wakeAt - now + 1, pump)
  }

  const drop = (update: Update) => {
    world.data.updates = world.data.updates.filter(({ update_id }) => update_id !== update.update_id)
    since.delete(update.update_id)
  }

  const deliver = (hook: Webhook, update: Update, lane: Lane) => {
    lane.busy = true
    running++
    if (!since.has(update.update_id)) since.set(update.update_id, world.clock.now())
    void post(hook, update)
      .then((outcome) => finish(hook, update, lane, outcome))
      .finally(() => {
        lane.busy = false
        running--
        pump()
      })
  }

  const finish = (hook: Webhook, update: Update, lane: Lane, outcome: Outcome) => {
    const now = world.clock.now()
    if (outcome.ok) {
      lane.failures = 0
      lane.next_at = 0
      lane.gone_since = undefined
      drop(update)
      if (outcome.call) execute(outcome.call.method, outcome.call.body)
      return
    }
    hook.last_error_date = unixNow()
    hook.last_error_message = outcome.reason
    lane.gone_since = outcome.status === 410 ? (lane.gone_since ?? now) : undefined
    if (lane.gone_since && now - lane.gone_since > goneForMs && world.data.webhook === hook)
      world.data.webhook = undefined
    if (now - (since.get(update.update_id) ?? now) > keptForMs) drop(update)
    lane.failures++
    lane.next_at =
      now + (outcome.retry_after_s !== undefined ? outcome.retry_after_s * 1000 : backoffMs(lane.failures))
  }

  const stop = world.bus.listen((event) => {
    if (event.type === 'update') pump()
  })
  return {
    pump,
    stop() {
      cancelTimer()
      stop()
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

async function post(hook: Webhook, update: Update): Promise<Outcome> {
  try {
    const reply = await fetch(hook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(hook.secret_token && { 'x-telegram-bot-api-secret-token': hook.secret_token }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.timeout(replyTimeoutMs),
    })
    const body = await reply.text()
    if (reply.ok) return { ok: true, call: callIn(body) }
    const after = Number(reply.headers.get('retry-after') ?? Number.NaN)
    return {
      ok: false,
      status: reply.status,
      reason: `Wrong response from the webhook: ${reply.status} ${reply.statusText}`,
      ...(Number.isFinite(after) && { retry_after_s: Math.min(after, maxRetryAfterS) }),
    }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as Error | undefined) : undefined
    return { ok: false, reason: cause?.message ?? 'Connection refused' }
  }
}

/** A webhook's response may contain a call, named by `method`. */
function callIn(body: string): Outcome['call'] {
  if (!body.startsWith('{')) return undefined
  try {
    const { method, ...rest } = JSON.parse(body) as Record<string, unknown>
    return typeof method === 'string' ? { method, body: rest } : undefined
  } catch {
    return undefined
  }
}
