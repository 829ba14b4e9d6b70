import type { Redis } from 'ioredis'

/** Whether a message may go now: after `wait_ms`, or not before `wait_ms` and then with a new question. */
export type Turn = { granted: boolean; wait_ms: number }

export type Turns = {
  take(chat_id: number): Promise<Turn>
  /** Telegram asked everybody for silence. */
  pause(ms: number): Promise<void>
  /** Milliseconds of silence left. */
  paused(): Promise<number>
}

type Rate = { interval_ms: number; burst: number }

/**
 * Telegram: about 30 messages a second in all, one a second in a chat with short bursts, 20 a minute in a group.
 * A little below, because a strict window punishes exactly 30.
 */
const telegramRates = {
  overall: { interval_ms: 1000 / 28, burst: 5 },
  person: { interval_ms: 1000, burst: 3 },
  group: { interval_ms: 5000, burst: 8 },
} as const satisfies Record<string, Rate>

type Rates = { [K in keyof typeof telegramRates]: Rate }

/** Telegram's rates for us, when it allows us `scale` times as much as everybody. */
export function scaledRates(scale: number): Rates {
  const scaled = ({ interval_ms, burst }: Rate): Rate => ({ interval_ms: interval_ms / scale, burst })
  const { overall, person, group } = telegramRates
  return { overall: scaled(overall), person: scaled(person), group: scaled(group) }
}

/** A granted turn is at most so far away; a later one is not reserved. */
const longestWait = 1000

/** GCRA by the clock of Redis, so that all processes share one line. */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local silence = redis.call('PTTL', KEYS[1])
if silence > 0 then return { 0, silence } end
local function line(key, interval, burst)
  local free = math.max(tonumber(redis.call('GET', key)) or 0, now)
  return free, math.max(0, free - (burst - 1) * interval - now)
end
local function advance(key, free, interval)
  redis.call('SET', key, string.format('%.3f', free + interval), 'PX', math.ceil(free + interval - now) + 1)
end
local all_interval, chat_interval = tonumber(ARGV[1]), tonumber(ARGV[3])
local chat_free, chat_wait = line(KEYS[3], chat_interval, tonumber(ARGV[4]))
if chat_wait > 0 then return { 0, math.ceil(chat_wait) } end
local all_free, all_wait = line(KEYS[2], all_interval, tonumber(ARGV[2]))
if all_wait > tonumber(ARGV[5]) then return { 0, math.ceil(all_wait) } end
advance(KEYS[2], all_free, all_interval)
advance(KEYS[3], chat_free, chat_interval)
return { 1, math.ceil(all_wait) }
`

const silenceKey = 'telegram:silence'

/** The line that all processes share, in Redis; while Redis is away each process keeps a slower one of its own. */
export function telegramTurns(redis: Redis, rates: Rates = telegramRates): Turns {
  const own = ownTurns(rates)
  return {
    async take(chat_id) {
      const { overall } = rates
      const chat = chat_id < 0 ? rates.group : rates.person
      const keys = [silenceKey, 'telegram:turn', `telegram:turn:${chat_id}`]
      const limits = [overall.interval_ms, overall.burst, chat.interval_ms, chat.burst, longestWait]
      try {
        const [granted, wait_ms] = (await redis.eval(takeTurn, keys.length, ...keys, ...limits)) as [
          number,
          number,
        ]
        return { granted: granted === 1, wait_ms }
      } catch {
        return own.take(chat_id)
      }
    },
    async pause(ms) {
      own.pause(ms)
      try {
        await redis.set(silenceKey, '1', 'PX', ms, 'NX')
        await redis.pexpire(silenceKey, ms, 'GT')
      } catch {
        // The process's own line is silent at least.
      }
    },
    async paused() {
      try {
        return Math.max(own.paused(), await redis.pttl(silenceKey))
      } catch {
        return own.paused()
      }
    },
  }
}

/** How much slower a process goes alone, since it does not know how many others there are. */
const alone = 4

function ownTurns({ overall, person, group }: Rates) {
  const free = new Map<string, number>()
  let silentUntil = 0
  const paused = () => Math.max(0, silentUntil - Date.now())
  return {
    paused,
    pause(ms: number) {
      silentUntil = Math.max(silentUntil, Date.now() + ms)
    },
    take(chat_id: number): Turn {
      const now = Date.now()
      for (const [key, moment] of free) if (moment < now) free.delete(key)
      const chat = String(chat_id)
      const wait_ms = Math.max(paused(), (free.get('') ?? now) - now, (free.get(chat) ?? now) - now)
      if (wait_ms > 0) return { granted: false, wait_ms: Math.ceil(wait_ms) }
      free.set('', now + overall.interval_ms * alone)
      free.set(chat, now + (chat_id < 0 ? group : person).interval_ms)
      return { granted: true, wait_ms: 0 }
    },
  }
}
