/**
 * The stand-in's clock for waiting times in Telegram: flood limits, webhook retries, expiry of button presses. With a
 * scale of 60, a minute on this clock passes in a real second. Dates of messages use real time.
 */
export interface Clock {
  scale: number
  /** Milliseconds on the scaled clock, which never goes back. */
  now(): number
  /**
   * Runs a function after `ms` milliseconds of scaled time.
   * @returns a function that cancels the run
   */
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

/** Current time in Unix seconds, the format of dates in the Bot API. */
export const unixNow = () => Math.floor(Date.now() / 1000)
