import { Gauge } from 'prom-client'
import type { Context } from '#services/core/context.ts'
import { withTimeout } from '#services/core/servers/in-time.ts'
import { readMemory } from '#services/core/servers/redis-memory.ts'
import { errorFields } from '#services/core/servers/transient-errors.ts'
import { figureParts } from './figures.ts'

/** Figures of the whole product for Prometheus. Only one kind of process reports them, so that none is counted twice. */

/** Milliseconds after which a part counts as missing. */
const partTimeoutMs = 2000

/** Figures that are read together. They are missing together, because a wrong value would mislead. */
type Part = {
  /** Reads the figures. @returns a function that tells them to Prometheus */
  read: () => Promise<() => void>
  /** Takes the figures away, so that Prometheus finds none. */
  clear: () => void
}

const gauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name: `otklik_${name}`, help, labelNames })

/** Figures without labels. `prom-client` would set them to 0 on a reset, so each is removed instead. */
function partOf<Row>(
  read: () => Promise<Row>,
  figures: [name: string, help: string, select: (row: Row) => number][],
): Part {
  const metrics = figures.map(([name, help, select]) => ({ metric: gauge(name, help), select }))
  return {
    async read() {
      const row = await read()
      return () => {
        for (const { metric, select } of metrics) metric.set(select(row))
      }
    },
    clear() {
      for (const { metric } of metrics) metric.remove()
    },
  }
}

/** One figure with a label, such as the number of jobs by queue. */
function labelledPart(
  read: () => Promise<Record<string, number>>,
  [name, help, label]: [name: string, help: string, label: string],
): Part {
  const metric = gauge(name, help, label)
  return {
    async read() {
      const amounts = await read()
      return () => {
        metric.reset()
        for (const [value, amount] of Object.entries(amounts)) metric.set({ [label]: value }, amount)
      }
    },
    clear: () => metric.reset(),
  }
}

function openParts(ctx: Context, depth: () => Promise<Record<string, number>>): Record<string, Part> {
  const { outbox, tasks, cases, payments, ledger, loops, moderation, launches, backups, deliveries } =
    figureParts
  return {
    outbox: partOf(
      () => outbox(ctx),
      [
        [
          'outbox_age_seconds',
          'How long the oldest unfinished task has waited',
          (row) => row.outbox_age_ms / 1000,
        ],
      ],
    ),
    tasks: partOf(
      () => tasks(ctx),
      [['outbox_dead_tasks', 'Tasks that were given up', (row) => row.dead_tasks]],
    ),
    cases: partOf(
      () => cases(ctx),
      [['payment_cases', 'Payments that wait for a person', (row) => row.open_cases]],
    ),
    payments: partOf(
      () => payments(ctx),
      [['payment_invariant_violations', 'Payments that do not add up', (row) => row.payment_violations]],
    ),
    ledger: partOf(
      () => ledger(ctx),
      [
        [
          'ledger_imbalance',
          'Kopecks and Stars by which the ledger does not add up',
          (row) => row.ledger_imbalance,
        ],
      ],
    ),
    loops: partOf(
      () => loops(ctx),
      [['open_loops', 'Responses whose end, or the message about it, is owed', (row) => row.open_loops]],
    ),
    moderation: partOf(
      () => moderation(ctx),
      [['moderation_open', 'What waits for moderators', (row) => row.moderation_open]],
    ),
    launches: partOf(
      () => launches(ctx),
      [
        ['launches', 'Launches of the mini-app of a day that logged in', (row) => row.launches],
        ['launches_lost', 'Those among them that never became ready', (row) => row.launches_lost],
      ],
    ),
    backups: partOf(
      () => backups(ctx),
      [
        [
          'backup_late_seconds',
          'By how much backups are late; 0 while they come',
          (row) => row.backup_late_ms / 1000,
        ],
      ],
    ),
    deliveries: labelledPart(
      async () => (await deliveries(ctx)).deliveries,
      ['deliveries', 'Messages for Telegram by state', 'state'],
    ),
    queues: labelledPart(depth, ['queue_jobs', 'Queue entries that no worker has taken yet', 'queue']),
    redis_memory: partOf(
      () => readMemory(ctx.redis),
      [
        ['redis_memory_bytes', 'Memory that Redis uses', ({ used }) => used],
        [
          'redis_memory_limit_bytes',
          'Memory above which Redis refuses to write; 0 without a limit',
          ({ limit }) => limit,
        ],
      ],
    ),
  }
}

/**
 * Registers the figures, which are read from Postgres and Redis whenever Prometheus collects metrics.
 * `otklik_metrics_missing` tells which part could not be read in time.
 * @param depth reads the number of waiting jobs by queue
 */
export function registerProductFigures(
  ctx: Context,
  depth: () => Promise<Record<string, number>>,
): () => Promise<void> {
  const missing = gauge('metrics_missing', 'Whether a part of the figures could not be read in time', 'part')
  const refreshes = Object.entries(openParts(ctx, depth)).map(([name, part]) => {
    let running: Promise<() => void> | undefined
    let isMissing = false
    return async () => {
      // A question that is still unanswered is not asked a second time, so each part holds one connection at most.
      running ??= part.read().finally(() => {
        running = undefined
      })
      try {
        const tell = await withTimeout(partTimeoutMs, running)
        tell()
        isMissing = false
      } catch (error) {
        part.clear()
        // The log has one line per outage, not one per collection.
        if (!isMissing) ctx.log.warn({ part: name, ...errorFields(error) }, 'figures could not be read')
        isMissing = true
      }
      missing.set({ part: name }, isMissing ? 1 : 0)
    }
  })
  return async () => {
    await Promise.all(refreshes.map((refresh) => refresh()))
  }
}
