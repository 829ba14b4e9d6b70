import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { connect } from '#db/index.ts'
import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/core/config.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { createLog } from '#services/core/log.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { type Api, generous } from '#tests/support/api.ts'
import { watchReplies } from '#tests/support/declared-replies.ts'
import { databaseUrl, newName } from '#tests/support/infrastructure-databases.ts'
import { buildMarket, type Market } from './market.ts'
import { openRewindable } from './rewinding.ts'

/** One API over a prepared market. */
export type Stage = {
  api: Api
  market: Market
  /** Everything that the server wrote to its log. */
  log: string[]
  /** Runs in the market as it was prepared; afterwards nothing of it has happened. */
  inCopy<T>(run: () => Promise<T>): Promise<T>
}

export async function openStage(): Promise<Stage> {
  const { admin_url, template, redis_url } = inject('infrastructure')
  const source = newName('otklik_market')
  const files = await mkdtemp(path.join(tmpdir(), 'otklik-access-'))
  const admin = new pg.Client({ connectionString: admin_url })
  await admin.connect()
  await admin.query(`create database ${source} template ${template}`)
  const place = { secrets: newSecrets(), people_file: '', redis_url, redis_prefix: source }
  const config = readConfig({
    ...productEnvironment({
      ...place,
      database_url: databaseUrl(admin_url, source),
      telegram_port: 9,
      api_port: 9,
      robokassa_port: 9,
    }),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    FILES_DIR: files,
    ...generous,
  })
  const log: string[] = []
  let offset = 0
  const ctx = createContext(config, 'test', () => new Date(Date.now() + offset))
  ctx.log = createLog('trace', 'test', { write: (line) => void log.push(line) })
  if (ctx.redis.status !== 'ready') await new Promise((resolve) => ctx.redis.once('ready', resolve))
  const { app, sessions } = await buildServer(ctx)
  const undeclared = watchReplies(app)
  await app.ready()
  const api: Api = {
    ctx,
    server: app,
    ahead: (ms) => {
      offset += ms
    },
    another: () => Promise.reject(new Error('one process is enough here')),
  }
  const market = await buildMarket(api)
  await ctx.db.destroy()
  // The market was changed behind the server's back.
  sessions.forget()
  const world = connect(config.DATABASE_URL)
  const rewindable = openRewindable(config.DATABASE_URL)
  ctx.db = world
  afterAll(async () => {
    await app.close()
    await rewindable.db.destroy()
    await closeContext(ctx)
    await admin.query(`drop database if exists ${source} with (force)`)
    await admin.end()
    await rm(files, { recursive: true, force: true })
    expect(undeclared).toEqual([])
  })
  return {
    api,
    market,
    log,
    async inCopy(run) {
      ctx.db = rewindable.db
      await rewindable.begin()
      try {
        return await run()
      } finally {
        await rewindable.rewind()
        ctx.db = world
      }
    },
  }
}
