import { Gauge } from 'prom-client'
import type { Context } from '#services/core/context.ts'
import { operatorsView } from './health.ts'

type QueueDepth = () => Promise<Record<string, number>>

const gauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name: `otklik_${name}`, help, labelNames })

/**
 * Figures of the whole product, read from Postgres and Redis when somebody asks. One kind of process tells them, so
 * that they are not counted twice; whatever cannot be read is missing rather than old.
 */
export function tellOfMarket(ctx: Context, depth: QueueDepth): () => Promise<void> {
  const single = {
    outbox_age_seconds: gauge('outbox_age_seconds', 'How long the oldest unfinished task has waited'),
    outbox_dead_tasks: gauge('outbox_dead_tasks', 'Tasks that were given up'),
    payment_invariant_violations: gauge('payment_invariant_violations', 'Payments that do not add up'),
    ledger_imbalance: gauge('ledger_imbalance', 'Kopecks and Stars by which the ledger does not add up'),
    payment_cases: gauge('payment_cases', 'Payments that wait for a person'),
    moderation_open: gauge('moderation_open', 'What waits for moderators'),
  }
  const deliveries = gauge('deliveries', 'Messages for Telegram by state', 'state')
  const queues = gauge('queue_jobs', 'Jobs that no worker has taken yet', 'queue')

  async function readPostgres(): Promise<void> {
    const view = await operatorsView(ctx)
    single.outbox_age_seconds.set(view.outbox_age_ms / 1000)
    single.outbox_dead_tasks.set(view.dead_tasks)
    single.payment_invariant_violations.set(view.payment_violations)
    single.ledger_imbalance.set(view.ledger_imbalance)
    single.payment_cases.set(view.open_cases)
    single.moderation_open.set(view.moderation_open)
    for (const [state, amount] of Object.entries(view.deliveries)) deliveries.set({ state }, amount)
  }
  async function readRedis(): Promise<void> {
    for (const [queue, amount] of Object.entries(await depth())) queues.set({ queue }, amount)
  }

  return async () => {
    for (const known of [...Object.values(single), deliveries, queues]) known.reset()
    const read = await Promise.allSettled([readPostgres(), readRedis()])
    for (const result of read)
      if (result.status === 'rejected') ctx.log.warn({ err: result.reason }, 'figures could not be read')
  }
}
