import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { connect, type Db, listen } from '#db/index.ts'
import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { revocations } from '#services/users/sessions/sessions.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { watchReplies } from './declared-replies.ts'

/** An API that runs in the test process, with a database and a clock of its own. */
export interface Api {
  ctx: Context
  server: FastifyInstance
  /** The database, accessed as the owner of the tables, for changes that the product's role may not make. */
  owner: Db
  /** Moves the clock of the API forward. The clock continues to run. */
  advanceClock(ms: number): void
  /** Starts a second API server on the same database, with changes to its environment variables. */
  startAnother(changes?: Record<string, string>): Promise<FastifyInstance>
}

/** Switches the rate limits off, because all requests of a test come from one address within a second. */
export const relaxedLimits = { RATE_LIMIT_SCALE: '1000000', MODERATION_UNDO_MS: '0' }

/**
 * Starts the API for one test file. The API closes at the end of the file. Every answer must match the API contract.
 */
export async function openApi(environment: Record<string, string> = {}): Promise<Api> {
  const { owner_url, ...infrastructure } = await takeInfrastructure()
  const deployment = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  const env = productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 })
  const { close, undeclared, ...api } = await startApi(owner_url, {
    ...env,
    ...relaxedLimits,
    ...environment,
  })
  atEnd(async () => {
    await close()
    expect(undeclared).toEqual([])
  })
  return api
}

export interface RunningApi extends Api {
  close(): Promise<void>
  /** Answers so far that violated the API contract. */
  undeclared: string[]
}

/** Like `openApi`, but the caller closes the API and passes the whole environment. */
export async function startApi(owner_url: string, environment: Record<string, string>): Promise<RunningApi> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...environment,
  }
  const owner = connect(owner_url, { max: 2 })
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const undeclared: string[] = []
  const closers: (() => Promise<void>)[] = []
  const start = async (changes: Record<string, string> = {}) => {
    const config = readConfig({ ...env, ...changes })
    const ctx = createContext(config, 'test', now)
    if (ctx.redis.status !== 'ready') await new Promise((resolve) => ctx.redis.once('ready', resolve))
    const { app, sessions } = await buildServer(ctx)
    watchReplies(app, undeclared)
    await app.ready()
    const stopListening = listen(config.DATABASE_URL, revocations, (user_id) =>
      sessions.forget(user_id ? Number(user_id) : undefined),
    )
    closers.push(async () => {
      await app.close()
      await stopListening()
      await closeContext(ctx)
    })
    return { ctx, server: app }
  }
  return {
    ...(await start()),
    owner,
    advanceClock: (ms) => {
      offset += ms
    },
    startAnother: async (changes) => (await start(changes)).server,
    close: async () => {
      await Promise.all([owner.destroy(), ...closers.map((close) => close())])
    },
    undeclared,
  }
}
