import type { Clock } from '../state/clock.ts'
import { tooManyRequests } from './errors.ts'

/** Rate limits from Telegram's FAQ for bots. `scale` multiplies all limits, so that a test can send many messages. */
export interface LimitSettings {
  enabled: boolean
  scale: number
  /** If true, the wait is doubled for a caller who returns before the wait is over. */
  strict: boolean
  chat_per_second: number
  chat_burst: number
  group_per_minute: number
  global_per_second: number
  global_burst: number
}

export const defaultLimits: LimitSettings = {
  enabled: true,
  scale: 1,
  strict: false,
  chat_per_second: 1,
  chat_burst: 3,
  group_per_minute: 20,
  global_per_second: 30,
  global_burst: 30,
}

export interface Limits {
  settings: LimitSettings
  /** Changes the rate limits and refills all token buckets. Without an argument the limits return to their defaults. */
  configure(change?: Partial<LimitSettings>): void
  /** Counts one outgoing message of the bot. Throws 429 if the rate limit is exceeded. */
  takeToken(chatId: number): void
  refused: number
}

interface Bucket {
  tokens: number
  at: number
  refused_until: number
}

export function createLimits(clock: Clock): Limits {
  let buckets = new Map<string, Bucket>()

  /** Milliseconds until the token bucket allows another message; 0 if it allows one now. */
  const waitFor = (key: string, perMs: number, burst: number, strict: boolean): [Bucket, number] => {
    const now = clock.now()
    const bucket = buckets.get(key) ?? { tokens: burst, at: now, refused_until: 0 }
    buckets.set(key, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perMs)
    bucket.at = now
    if (strict && now < bucket.refused_until) return [bucket, (bucket.refused_until - now) * 2]
    return [bucket, bucket.tokens >= 1 ? 0 : (1 - bucket.tokens) / perMs]
  }

  const limits: Limits = {
    settings: { ...defaultLimits },
    refused: 0,
    configure(change) {
      limits.settings = change ? { ...limits.settings, ...change } : { ...defaultLimits }
      buckets = new Map()
      limits.refused = 0
    },
    takeToken(chatId) {
      const { enabled, scale, strict, ...rate } = limits.settings
      if (!enabled) return
      const chatLimit: [string, number, number] =
        chatId < 0
          ? [`group:${chatId}`, rate.group_per_minute / 60_000, rate.group_per_minute]
          : [`chat:${chatId}`, rate.chat_per_second / 1000, rate.chat_burst]
      const waits = [chatLimit, ['all', rate.global_per_second / 1000, rate.global_burst] as const].map(
        ([key, perMs, burst]) => waitFor(key, perMs * scale, burst * (key === 'all' ? scale : 1), strict),
      )
      const waitMs = Math.max(...waits.map(([, ms]) => ms))
      if (waitMs > 0) {
        limits.refused++
        const seconds = Math.max(1, Math.ceil(waitMs / clock.scale / 1000))
        for (const [bucket, ms] of waits)
          if (ms > 0) bucket.refused_until = clock.now() + seconds * 1000 * clock.scale
        throw tooManyRequests(seconds)
      }
      for (const [bucket] of waits) bucket.tokens -= 1
    },
  }
  return limits
}
