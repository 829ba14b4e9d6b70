/** A clock with timers. It can run faster than real time and be moved forward. */
export interface Clock {
  /** Milliseconds since 1970 on this clock. */
  now: () => number
  /** Runs a function once, after the given number of milliseconds on this clock. */
  runAfter: (ms: number, act: () => void) => void
  sleep: (ms: number) => Promise<void>
  setScale: (scale: number) => void
  advance: (ms: number) => void
  /** Cancels all timers. */
  clear: () => void
  /** Returns the clock to real time and real speed. */
  reset: () => void
}

// Maximum delay of setTimeout; longer ones fire at once.
const longestTimeout = 2 ** 31 - 1

export function startClock(): Clock {
  let scale = 1
  let realStart = Date.now()
  let startMs = realStart
  let timer: NodeJS.Timeout | undefined
  const scheduledActs = new Set<{ due: number; act: () => void }>()

  const now = () => Math.round(startMs + (Date.now() - realStart) * scale)

  function rebase(next: number) {
    startMs = next
    realStart = Date.now()
  }

  function startTimer() {
    clearTimeout(timer)
    if (scheduledActs.size === 0) return
    const nextDue = Math.min(...[...scheduledActs].map((entry) => entry.due))
    const waitMs = Math.ceil((nextDue - now()) / scale)
    timer = setTimeout(runDue, Math.min(Math.max(waitMs, 0), longestTimeout))
  }

  function runDue() {
    const dueEntries = [...scheduledActs].filter((entry) => entry.due <= now()).sort((a, b) => a.due - b.due)
    for (const entry of dueEntries) {
      scheduledActs.delete(entry)
      entry.act()
    }
    startTimer()
  }

  function clearTimer() {
    scheduledActs.clear()
    clearTimeout(timer)
  }

  function runAfter(ms: number, act: () => void) {
    scheduledActs.add({ due: now() + ms, act })
    startTimer()
  }

  return {
    now,
    runAfter,
    sleep: (ms) => new Promise((resolve) => runAfter(ms, resolve)),
    setScale(next) {
      rebase(now())
      scale = next
      startTimer()
    },
    advance(ms) {
      rebase(now() + ms)
      startTimer()
    },
    clear: clearTimer,
    reset() {
      clearTimer()
      scale = 1
      rebase(Date.now())
    },
  }
}
