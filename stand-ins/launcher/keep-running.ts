import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  process: ChildProcess
  stop(): Promise<void>
}

const maxDelayMs = 10_000

/** Restarts a process whenever it ends by itself, with growing delays. */
export async function keepRunning(
  name: string,
  start: () => Promise<Running>,
  say: (text: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let pause = 500
  let current = await start()
  watch()
  return {
    stop: async () => {
      stopping.abort()
      await current.stop()
    },
  }

  function watch() {
    const since = Date.now()
    current.process.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      if (Date.now() - since > 60_000) pause = 500
      say(`${name} ended (${signal ?? `code ${code}`}), starting it again ...`)
      void again()
    })
  }

  async function again(): Promise<void> {
    try {
      await sleep(pause, undefined, { signal: stopping.signal })
      pause = Math.min(pause * 2, maxDelayMs)
      const next = await start()
      current = next
      if (stopping.signal.aborted) await next.stop()
      else watch()
    } catch (error) {
      if (stopping.signal.aborted) return
      say(`${name} did not start: ${error instanceof Error ? error.message : error}`)
      await again()
    }
  }
}
