import { type BackendFactory, createRedisBackend, QueueKeys, type RedisQueueBackend } from 'bullmq'
import { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import { reconnectOptions } from '#services/core/servers/redis.ts'
import { queuePrefix } from './queues.ts'

/**
 * All queue workers of a process wait for jobs over one connection. BullMQ gives each worker a connection of its own,
 * which is blocked while the worker waits (`BZPOPMIN` on the marker of its queue). One `BZPOPMIN` can wait for many
 * markers, so one blocked connection is enough for all of them.
 */

/** Marker of a queue: it says that a job can be taken, now or at the time in `score`. */
type Marker = { member: string; score: number }
type Waiting = { resolve: (marker: Marker | null) => void; timer: NodeJS.Timeout }

/**
 * Longest time in seconds for which one command waits. A worker that joins while a command waits ends the command. If
 * Redis refuses that (`CLIENT UNBLOCK`), the worker is heard after this time.
 */
const blockSeconds = 1
/** Time in milliseconds after which a command counts as lost, and the connection is opened anew. */
const patienceMs = 5000
const pauseMs = 200

class SharedWait {
  readonly #ctx: Context
  readonly #redis: Redis
  readonly #waiting = new Map<string, Waiting>()
  /** Markers that were taken for a worker that had stopped waiting. The worker gets them at its next wait. */
  readonly #kept = new Map<string, Marker>()
  #isRunning = false
  #isClosed = false
  /** Id of the connection at Redis. */
  #id: number | undefined
  #isBlocked = false

  constructor(ctx: Context) {
    this.#ctx = ctx
    // A command whose connection was lost must not be sent again: it would take a marker that nobody waits for.
    this.#redis = new Redis(ctx.config.REDIS_URL, {
      ...reconnectOptions,
      connectionName: `${queuePrefix(ctx)}:wait`,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    })
    this.#redis.on('close', () => (this.#id = undefined))
    this.#redis.on('error', (error: Error) => ctx.log.debug({ reason: error.message }, 'redis is away'))
  }

  /** Waits for the marker of a queue. Returns null after this time, and when the worker leaves. */
  wait(key: string, seconds: number): Promise<Marker | null> {
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      return Promise.resolve(kept)
    }
    if (this.#isClosed) return Promise.resolve(null)
    this.leave(key)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.leave(key), seconds * 1000)
      this.#waiting.set(key, { resolve, timer })
      if (this.#isRunning) this.#interrupt()
      else void this.#run()
    })
  }

  /** Ends the wait for a queue. */
  leave(key: string): void {
    this.#end(key, null)
  }

  close(): void {
    this.#isClosed = true
    for (const key of [...this.#waiting.keys()]) this.leave(key)
    this.#redis.disconnect()
  }

  #end(key: string, marker: Marker | null): boolean {
    const waiting = this.#waiting.get(key)
    if (!waiting) return false
    clearTimeout(waiting.timer)
    this.#waiting.delete(key)
    waiting.resolve(marker)
    return true
  }

  /** Takes markers as long as somebody waits for one. */
  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.size > 0 && !this.#isClosed)
      try {
        await this.#takeOne()
      } catch (error) {
        this.#ctx.log.debug({ reason: (error as Error).message }, 'no markers can be taken')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    this.#isRunning = false
  }

  async #takeOne(): Promise<void> {
    this.#id ??= await this.#redis.client('ID')
    // Workers that joined meanwhile are part of the command; those that join from here on end it.
    this.#isBlocked = true
    const watchdog = setTimeout(() => this.#redis.disconnect(true), patienceMs)
    try {
      const taken = await this.#redis.bzpopmin(...this.#waiting.keys(), blockSeconds)
      if (!taken) return
      const [key, member, score] = taken
      const marker = { member, score: Number.parseInt(score, 10) }
      if (!this.#end(key, marker)) this.#kept.set(key, marker)
    } finally {
      clearTimeout(watchdog)
      this.#isBlocked = false
    }
  }

  #interrupt(): void {
    if (!this.#isBlocked || this.#id === undefined) return
    this.#ctx.redis.client('UNBLOCK', this.#id).catch(() => {})
  }
}

const sharedWaits = new WeakMap<Redis, SharedWait>()

/** Returns the wait of all workers that share this connection. It ends with the connection. */
function sharedWaitOf(ctx: Context, connection: Redis): SharedWait {
  const known = sharedWaits.get(connection)
  if (known) return known
  const shared = new SharedWait(ctx)
  sharedWaits.set(connection, shared)
  connection.once('end', () => shared.close())
  return shared
}

/** Makes the backend of a queue worker that waits together with the others of its connection. */
export function waitTogether(ctx: Context, connection: Redis): BackendFactory<RedisQueueBackend> {
  const shared = sharedWaitOf(ctx, connection)
  return (name, opts, options) => {
    const backend = createRedisBackend(name, opts, { ...options, withBlockingConnection: false })
    const { marker } = new QueueKeys(queuePrefix(ctx)).getKeys(name)
    if (marker === undefined) throw new Error(`The queue ${name} has no marker.`)
    return Object.assign(backend, {
      waitForJob: (seconds: number) => shared.wait(marker, seconds),
      disconnectBlocking: async () => shared.leave(marker),
      reconnectBlocking: async () => {},
    })
  }
}
