import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RunningProcess {
  process: ChildProcess
  stop(): Promise<void>
}

const maxDelayMs = 10_000

/** Restarts a process whenever it ends by itself, with growing delays. */
export async function keepRunning(
  name: string,
  start: () => Promise<RunningProcess>,
  printLine: (text: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let delayMs = 500
  let child = await start()
  watch()
  return {
    stop: async () => {
      stopping.abort()
      await child.stop()
    },
  }

  function watch() {
    const startedAt = Date.now()
    child.process.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > 60_000) delayMs = 500
      printLine(`${name} ended (${signal ?? `code ${code}`}), starting it again ...`)
      void restart()
    })
  }

  async function restart(): Promise<void> {
    try {
      await sleep(delayMs, undefined, { signal: stopping.signal })
      delayMs = Math.min(delayMs * 2, maxDelayMs)
      const restartedProcess = await start()
      child = restartedProcess
      if (stopping.signal.aborted) await restartedProcess.stop()
      else watch()
    } catch (error) {
      if (stopping.signal.aborted) return
      printLine(`${name} did not start: ${error instanceof Error ? error.message : error}`)
      await restart()
    }
  }
}
