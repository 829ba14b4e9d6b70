/**
 * The stand-in's clock. With a scale of 60, a minute of Telegram's waiting (flood limits, webhook retries,
 * expiry of button presses) passes in a second; dates of messages stay real.
 */
export interface Clock {
  scale: number
  /** Milliseconds on the scaled clock; monotonic. */
  now(): number
  /** Runs after `ms` of scaled time. @returns cancels */
  after(ms: number, run: () => void): () => void
}

export function createClock(scale = 1): Clock {
  let realAtChange = performance.now()
  let scaledAtChange = Date.now()
  let current = scale
  const now = () => scaledAtChange + (performance.now() - realAtChange) * current
  return {
    get scale() {
      return current
    },
    set scale(value: number) {
      scaledAtChange = now()
      realAtChange = performance.now()
      current = value
    },
    now,
    after(ms, run) {
      const timer = setTimeout(run, Math.min(ms / current, 2 ** 31 - 1))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

/** Unix seconds, the Bot API's format of dates. */
export const unixNow = () => Math.floor(Date.now() / 1000)
