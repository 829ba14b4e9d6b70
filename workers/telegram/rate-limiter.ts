import type { Redis } from 'ioredis'
import type { DeliveryLane } from '#db/tables.ts'

/**
 * Answer to a request to send a message. If `granted`, the message may be sent after `wait_ms`. Otherwise the request
 * may be repeated after `wait_ms`.
 */
export type Slot = { granted: boolean; wait_ms: number }

export type RateLimiter = {
  take(chat_id: number, lane: DeliveryLane): Promise<Slot>
  /** Stops all processes from sending for a time, because Telegram answered 429 (too many requests). */
  pause(ms: number): Promise<void>
  /** Returns the milliseconds that a pause still lasts. 0 or less if there is no pause. */
  paused(): Promise<number>
}

type Rate = { interval_ms: number; burst: number }

/**
 * Telegram's limits: about 30 messages a second in total, one a second per chat with short bursts, 20 a minute per
 * group. The total is slightly below 30, so that differing clocks do not add up to more.
 */
const telegramRates = {
  overall: { interval_ms: 1000 / 29.9, burst: 5 },
  person: { interval_ms: 1000, burst: 3 },
  group: { interval_ms: 5000, burst: 8 },
} as const satisfies Record<string, Rate>

type Rates = { [K in keyof typeof telegramRates]: Rate } & {
  /**
   * Milliseconds after which a reduced rate rises by a hundredth of the full rate, if Telegram has refused nothing
   * meanwhile.
   */
  recovery_ms: number
}

/** Returns the rate limits for a bot to which Telegram allows `scale` times the usual rates. */
export function scaledRates(scale: number): Rates {
  const scaled = ({ interval_ms, burst }: Rate): Rate => ({ interval_ms: interval_ms / scale, burst })
  const { overall, person, group } = telegramRates
  return {
    overall: scaled({ ...overall, burst: Math.max(1, overall.burst * scale) }),
    person: scaled(person),
    group: scaled(group),
    recovery_ms: 60_000 / scale,
  }
}

/**
 * Longest time in ms for which a slot is granted in advance. Later slots are not reserved. Bulk messages reserve a shorter
 * time, so that a transactional message always finds a slot, however slow the rate is.
 */
const maxWaitMs: Record<DeliveryLane, number> = { transactional: 1000, bulk: 500 }
/** Smallest share of the full rate to which refusals can reduce the rate. */
const minShare = 0.1

/**
 * Lua function for the present share of the full rate: the share after the last refusal plus the recovery since then.
 */
const shareOfRate = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function share(key, recovery)
  local left, since = string.match(redis.call('GET', key) or '', '^([^:]+):([^:]+)$')
  if not left then return 1 end
  return math.min(1, left + 0.01 * math.floor(math.max(0, now - since) / recovery))
end
`

/**
 * Redis script that grants slots by the algorithm GCRA. It uses the clock of Redis, so that all processes share one
 * limit.
 */
const takeScript = `${shareOfRate}
local silence = redis.call('PTTL', KEYS[1])
if silence > 0 then return { 0, silence } end
local function line(key, interval, burst)
  local free = math.max(tonumber(redis.call('GET', key)) or 0, now)
  return free, math.max(0, free - (burst - 1) * interval - now)
end
local function advance(key, free, interval)
  redis.call('SET', key, string.format('%.3f', free + interval), 'PX', math.ceil(free + interval - now) + 1)
end
local all_interval = ARGV[1] / share(KEYS[4], ARGV[6])
local chat_interval = tonumber(ARGV[3])
local chat_free, chat_wait = line(KEYS[3], chat_interval, tonumber(ARGV[4]))
if chat_wait > 0 then return { 0, math.ceil(chat_wait) } end
local all_free, all_wait = line(KEYS[2], all_interval, tonumber(ARGV[2]))
if all_wait > tonumber(ARGV[5]) then return { 0, math.ceil(all_wait) } end
advance(KEYS[2], all_free, all_interval)
advance(KEYS[3], chat_free, chat_interval)
return { 1, math.ceil(all_wait) }
`

/**
 * Redis script that pauses all processes. The first answer 429 (too many requests) of a pause halves the rate after the
 * pause.
 */
const pauseScript = `${shareOfRate}
if redis.call('SET', KEYS[1], '1', 'PX', ARGV[1], 'NX') then
  local left = math.max(tonumber(ARGV[3]), share(KEYS[2], ARGV[2]) / 2)
  local rest = math.ceil(ARGV[1] + (1 - left) * 100 * ARGV[2]) + 1000
  redis.call('SET', KEYS[2], string.format('%.4f:%.3f', left, now + ARGV[1]), 'PX', rest)
else
  redis.call('PEXPIRE', KEYS[1], ARGV[1], 'GT')
end
`

const silenceKey = 'telegram:silence'
const rateKey = 'telegram:rate'

/** A rate limit in Redis, shared by all processes. Without Redis each process uses a slower limit of its own. */
export function telegramRateLimiter(redis: Redis, rates: Rates): RateLimiter {
  const localSlots = localLimiter(rates)
  return {
    async take(chat_id, lane) {
      const { overall, recovery_ms } = rates
      const chat = chat_id < 0 ? rates.group : rates.person
      const keys = [silenceKey, 'telegram:slot', `telegram:slot:${chat_id}`, rateKey]
      const limits = [
        overall.interval_ms,
        overall.burst,
        chat.interval_ms,
        chat.burst,
        maxWaitMs[lane],
        recovery_ms,
      ]
      try {
        const [granted, wait_ms] = (await redis.eval(takeScript, keys.length, ...keys, ...limits)) as [
          number,
          number,
        ]
        return { granted: granted === 1, wait_ms }
      } catch {
        return localSlots.take(chat_id)
      }
    },
    async pause(ms) {
      localSlots.pause(ms)
      try {
        await redis.eval(pauseScript, 2, silenceKey, rateKey, ms, rates.recovery_ms, minShare)
      } catch {
        // Without Redis, only this process pauses.
      }
    },
    async paused() {
      try {
        return Math.max(localSlots.paused(), await redis.pttl(silenceKey))
      } catch {
        return localSlots.paused()
      }
    },
  }
}

/** Factor by which a process is slower without Redis, because it does not know how many other processes there are. */
const localSlowdown = 4

function localLimiter({ overall, person, group }: Rates) {
  const free = new Map<string, number>()
  let silentUntil = 0
  const paused = () => Math.max(0, silentUntil - Date.now())
  return {
    paused,
    pause(ms: number) {
      silentUntil = Math.max(silentUntil, Date.now() + ms)
    },
    take(chat_id: number): Slot {
      const now = Date.now()
      for (const [key, moment] of free) if (moment < now) free.delete(key)
      const chat = String(chat_id)
      const wait_ms = Math.max(paused(), (free.get('') ?? now) - now, (free.get(chat) ?? now) - now)
      if (wait_ms > 0) return { granted: false, wait_ms: Math.ceil(wait_ms) }
      free.set('', now + overall.interval_ms * localSlowdown)
      free.set(chat, now + (chat_id < 0 ? group : person).interval_ms)
      return { granted: true, wait_ms: 0 }
    },
  }
}
