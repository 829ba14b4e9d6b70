import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { errorFields } from '#services/core/servers/transient-errors.ts'
import { noteRound } from '#services/operations/metrics.ts'
import { timing } from './timing.ts'

export type Loop = {
  /** Starts the next round of the loop at once. */
  wake(): void
  /** Stops the loop after the current round. */
  stop(): Promise<void>
}

type LoopOptions = {
  name: string
  /** NOTIFY channel of Postgres that starts the next round at once. */
  channel?: string
  /**
   * One round of the loop.
   * @returns milliseconds until the next round, unless the loop is woken earlier; 0 if there is more work now
   */
  round: (ctx: Context) => Promise<number>
}

/** Repeats a round as long as the process lives. Errors do not stop the loop. */
export function startLoop(ctx: Context, { name, channel, round }: LoopOptions): Loop {
  const loopCtx: Context = { ...ctx, log: ctx.log.child({ loop: name }) }
  let stopped = false
  let woken = false
  let resting = new AbortController()
  const wake = () => {
    woken = true
    resting.abort()
  }

  async function repeat(): Promise<void> {
    let failing = false
    while (!stopped) {
      woken = false
      let pauseMs: number = timing.afterFailure
      try {
        pauseMs = await countQueriesAs(name, () => round(loopCtx))
        noteRound(name)
        failing = false
      } catch (error) {
        // A failing round is logged once per outage, not every second.
        if (!failing) loopCtx.log.warn(errorFields(error), 'a round failed')
        failing = true
      }
      resting = new AbortController()
      if (pauseMs > 0 && !stopped && (failing || !woken))
        await wait(pauseMs, undefined, { signal: failing ? undefined : resting.signal }).catch(() => {})
    }
  }

  const stopListening = channel
    ? listen(ctx.config.DATABASE_DIRECT_URL ?? ctx.config.DATABASE_URL, channel, wake)
    : undefined
  const finished = repeat()
  return {
    wake,
    async stop() {
      stopped = true
      wake()
      await stopListening?.()
      await finished
    },
  }
}
