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

/** The API inside the test, with a database and a clock of its own. */
export interface Api {
  ctx: Context
  server: FastifyInstance
  /** The database as its owner: for what a test does there and the product may not. */
  owner: Db
  /** Moves the clock of the API; time itself runs on. */
  ahead(ms: number): void
  /** Another process of the same API on the same database, with changes to its environment. */
  another(changes?: Record<string, string>): Promise<FastifyInstance>
}

/** Requests of a whole test come from one address within a second. */
export const generous = { RATE_LIMIT_SCALE: '1000000', MODERATION_UNDO_MS: '0' }

/** The API of one test file; it ends with the file, and every answer it gave must have fitted the contract. */
export async function openApi(environment: Record<string, string> = {}): Promise<Api> {
  const { owner_url, ...infrastructure } = await takeInfrastructure()
  const deployment = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  const env = productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 })
  const { close, undeclared, ...api } = await startApi(owner_url, { ...env, ...generous, ...environment })
  atEnd(async () => {
    await close()
    expect(undeclared).toEqual([])
  })
  return api
}

export interface RunningApi extends Api {
  close(): Promise<void>
  /** Answers so far that did not fit the contract. */
  undeclared: string[]
}

/** The same for callers who say themselves when they are done, with the whole environment of the product. */
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
  const ends: (() => Promise<void>)[] = []
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
    ends.push(async () => {
      await app.close()
      await stopListening()
      await closeContext(ctx)
    })
    return { ctx, server: app }
  }
  return {
    ...(await start()),
    owner,
    ahead: (ms) => {
      offset += ms
    },
    another: async (changes) => (await start(changes)).server,
    close: async () => {
      await Promise.all([owner.destroy(), ...ends.map((end) => end())])
    },
    undeclared,
  }
}
