import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Tx } from '#db/index.ts'
import { type ClaimedTask, completeTask, failTask, isOpen } from '#db/outbox.ts'
import { safeMessage } from '#services/core/config/secrets.ts'
import type { Context } from '#services/core/context.ts'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { type Consumer, events, type Payload, type Topic } from '#services/core/records/events.ts'
import { errorFields } from '#services/core/servers/transient-errors.ts'
import { countEvent } from '#services/operations/metrics.ts'
import { queuePrefix } from './queues.ts'
import { waitTogether } from './shared-wait.ts'
import { timing } from './timing.ts'

type TopicOf<C extends Consumer> = {
  [T in Topic]: C extends (typeof events)[T]['consumers'][number] ? T : never
}[Topic]

/** An event of one of the topics that a consumer handles. */
export type EventFor<C extends Consumer> = {
  [T in TopicOf<C>]: { id: string; topic: T; payload: Payload<T>; request_id: string | null }
}[TopicOf<C>]

type Definition<C extends Consumer, Prepared> = {
  queue: C
  /** Number of attempts after which a failing task is given up, with an error in the log. */
  attempts: number
  concurrency: number
  /**
   * Work before the transaction, such as a request to a provider. It may run more than once per event and must not
   * write to the database. Its result is passed to `run`.
   */
  prepare?: (ctx: Context, event: EventFor<C>) => Promise<Prepared>
  /**
   * The effect of the event. It must write only through `tx`, so that its writes commit exactly once, together with the
   * task.
   */
  run: (ctx: Context, event: EventFor<C>, tx: Tx, prepared: Prepared) => Promise<void>
}

export type EventWorker = {
  queue: Consumer
  /** Handles a task that the relay has handed over. It never throws. */
  handle(ctx: Context, task: ClaimedTask): Promise<void>
  start(ctx: Context, connection: Redis): { stop(): Promise<void> }
}

/**
 * Defines the worker of one queue of events. It runs `definition.run` in a transaction for each event, and tries again
 * after an error.
 */
export function defineWorker<C extends Consumer, Prepared = undefined>(
  definition: Definition<C, Prepared>,
): EventWorker {
  const { queue, concurrency } = definition
  const handle = (ctx: Context, task: ClaimedTask) => consume(definition, ctx, task)
  return {
    queue,
    handle,
    start(ctx, connection) {
      const { lockDuration, stalledInterval, maxStalledCount, runRetryDelay } = timing.queue
      const worker = new Worker<ClaimedTask>(
        queue,
        async ({ data }) => handle(ctx, data),
        {
          connection,
          prefix: queuePrefix(ctx),
          concurrency,
          lockDuration,
          stalledInterval,
          maxStalledCount,
          runRetryDelay,
        },
        waitTogether(ctx, connection),
      )
      worker.on('error', (error) => ctx.log.debug({ queue, reason: error.message }, 'queue error'))
      return { stop: () => worker.close() }
    },
  }
}

async function consume<C extends Consumer, Prepared>(
  definition: Definition<C, Prepared>,
  ctx: Context,
  task: ClaimedTask,
): Promise<void> {
  const { event_id, attempt, topic, request_id } = task
  const log = ctx.log.child({ queue: definition.queue, event_id, request_id, topic, attempt })
  const taskCtx: Context = { ...ctx, log, request_id }
  const started = performance.now()
  try {
    const isDone = await countQueriesAs(definition.queue, () => perform(definition, taskCtx, task))
    const run_ms = Math.round(performance.now() - started)
    countEvent(definition.queue, isDone ? 'done' : 'nothing', run_ms)
    log[isDone ? 'info' : 'debug']({ run_ms }, isDone ? 'done' : 'nothing to do')
  } catch (error) {
    const dead = attempt >= definition.attempts
    countEvent(definition.queue, dead ? 'dead' : 'failed', performance.now() - started)
    log[dead ? 'error' : 'warn'](errorFields(error), dead ? 'given up' : 'failed, will be tried again')
    await note(taskCtx, task, error, dead)
  }
}

/** @returns false if another job for the same task has done the task or is doing it */
async function perform<C extends Consumer, Prepared>(
  { queue, prepare, run }: Definition<C, Prepared>,
  ctx: Context,
  task: ClaimedTask,
): Promise<boolean> {
  const event = readEvent<C>(task)
  const { event_id } = task
  const key = { event_id, consumer: queue }
  if (prepare && !(await isOpen(ctx.db, key))) return false
  const prepared = (await prepare?.(ctx, event)) as Prepared
  return ctx.db.transaction().execute(async (tx) => {
    // The task is marked as done first. This locks the task, so that the relay and other jobs skip it.
    if (!(await completeTask(tx, { ...key, now: ctx.now().toISOString() }))) return false
    await run(ctx, event, tx, prepared)
    return true
  })
}

/** @throws when the payload does not match the topic of the event */
function readEvent<C extends Consumer>({
  event_id: id,
  topic,
  payload,
  request_id,
}: ClaimedTask): EventFor<C> {
  const event = events[topic as Topic]
  if (!event) throw new Error(`unknown topic ${topic}`)
  // The cast is safe, because the relay gives a task only to the consumers of its topic.
  return { id, topic, payload: event.payload.parse(payload), request_id } as EventFor<C>
}

async function note(ctx: Context, task: ClaimedTask, error: unknown, dead: boolean): Promise<void> {
  const { event_id, consumer } = task
  const text = error instanceof Error ? `${error.name}: ${safeMessage(error)}` : safeMessage(error)
  try {
    await failTask(ctx.db, { event_id, consumer, error: text, isDead: dead, now: ctx.now().toISOString() })
  } catch (failure) {
    // Even if storing the failure fails, the task is handed over again after its wait.
    ctx.log.warn({ err: failure }, 'the failure was not noted')
  }
}
