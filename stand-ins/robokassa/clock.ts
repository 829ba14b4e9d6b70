/** A clock with timers that can run faster than real time and be advanced. */
export interface Clock {
  /** Milliseconds since 1970 on this clock. */
  now: () => number
  /** Runs once, after this many milliseconds of the clock. */
  after: (ms: number, act: () => void) => void
  sleep: (ms: number) => Promise<void>
  setScale: (scale: number) => void
  advance: (ms: number) => void
  /** Cancels all timers. */
  clear: () => void
  /** Back to real time and speed. */
  reset: () => void
}

// Maximum delay of setTimeout; longer ones fire at once.
const longestTimeout = 2 ** 31 - 1

export function startClock(): Clock {
  let scale = 1
  let realStart = Date.now()
  let start = realStart
  let timer: NodeJS.Timeout | undefined
  const waiting = new Set<{ due: number; act: () => void }>()

  const now = () => Math.round(start + (Date.now() - realStart) * scale)

  function rebase(next: number) {
    start = next
    realStart = Date.now()
  }

  function arm() {
    clearTimeout(timer)
    if (waiting.size === 0) return
    const next = Math.min(...[...waiting].map((entry) => entry.due))
    const wait = Math.ceil((next - now()) / scale)
    timer = setTimeout(run, Math.min(Math.max(wait, 0), longestTimeout))
  }

  function run() {
    const due = [...waiting].filter((entry) => entry.due <= now()).sort((a, b) => a.due - b.due)
    for (const entry of due) {
      waiting.delete(entry)
      entry.act()
    }
    arm()
  }

  function clear() {
    waiting.clear()
    clearTimeout(timer)
  }

  function after(ms: number, act: () => void) {
    waiting.add({ due: now() + ms, act })
    arm()
  }

  return {
    now,
    after,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
    setScale(next) {
      rebase(now())
      scale = next
      arm()
    },
    advance(ms) {
      rebase(now() + ms)
      arm()
    },
    clear,
    reset() {
      clear()
      scale = 1
      rebase(Date.now())
    },
  }
}
