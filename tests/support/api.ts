import type { FastifyInstance } from 'fastify'
import { afterAll, expect } from 'vitest'
import { listen } from '#db/index.ts'
import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/config.ts'
import { type Context, closeContext, createContext } from '#services/context.ts'
import { revocations } from '#services/users/sessions.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { watchReplies } from './declared-replies.ts'
import { takeInfrastructure } from './infrastructure.ts'

/** The API inside the test, with a database and a clock of its own. */
export interface Api {
  ctx: Context
  server: FastifyInstance
  /** Moves the clock of the API; time itself runs on. */
  ahead(ms: number): void
  /** Another process of the same API on the same database, with changes to its environment. */
  another(changes?: Record<string, string>): Promise<FastifyInstance>
}

/** Requests of a whole test come from one address within a second. */
export const generous = { RATE_LIMIT_SCALE: '1000000', MODERATION_UNDO_MS: '0' }

export async function openApi(environment: Record<string, string> = {}): Promise<Api> {
  const infrastructure = await takeInfrastructure()
  const place = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  const env = {
    ...productEnvironment({ ...place, telegram_port: 9, api_port: 9, robokassa_port: 9 }),
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...generous,
    ...environment,
  }
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const start = async (changes: Record<string, string> = {}) => {
    const config = readConfig({ ...env, ...changes })
    const ctx = createContext(config, 'test', now)
    if (ctx.redis.status !== 'ready') await new Promise((resolve) => ctx.redis.once('ready', resolve))
    const { app, sessions } = await buildServer(ctx)
    const undeclared = watchReplies(app)
    await app.ready()
    const stopListening = listen(config.DATABASE_URL, revocations, (user_id) =>
      sessions.forget(user_id ? Number(user_id) : undefined),
    )
    afterAll(async () => {
      await app.close()
      await stopListening()
      await closeContext(ctx)
      expect(undeclared).toEqual([])
    })
    return { ctx, server: app }
  }
  return {
    ...(await start()),
    ahead: (ms) => {
      offset += ms
    },
    another: async (changes) => (await start(changes)).server,
  }
}
