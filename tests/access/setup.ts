import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { connect } from '#db/index.ts'
import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/core/config/config.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { createLog } from '#services/core/observability/log.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { type Api, relaxedLimits } from '#tests/support/api/api.ts'
import { watchReplies } from '#tests/support/api/declared-replies.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { borrowInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { openRewindable } from './rewinding.ts'
import { type Seed, seedEverybody } from './seed.ts'

/** An API server with the seed data. */
export type AccessSetup = {
  api: Api
  seed: Seed
  /** All lines of the API server's log. */
  log: string[]
  /** Runs a function on the seed data, and undoes all changes afterwards. */
  withRollback<T>(run: () => Promise<T>): Promise<T>
}

export async function setUpAccess(): Promise<AccessSetup> {
  const { owner_url, release, ...infrastructure } = await borrowInfrastructure()
  const files = await mkdtemp(path.join(tmpdir(), 'otklik-access-'))
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  const config = readConfig({
    ...productEnvironment({ ...infrastructure, ...ports, secrets: newSecrets(), people_file: '' }),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    FILES_DIR: files,
    ...relaxedLimits,
  })
  const log: string[] = []
  // The clock stands still once the seed data are there. All requests together last longer than a message can be deleted,
  // or than a person counts as active.
  let frozenAt: number | undefined
  let offset = 0
  const ctx = createContext(config, 'test', () => new Date((frozenAt ?? Date.now()) + offset))
  ctx.log = createLog('trace', 'test', { write: (line) => void log.push(line) })
  if (ctx.redis.status !== 'ready') await new Promise((resolve) => ctx.redis.once('ready', resolve))
  const { app, sessions } = await buildServer(ctx)
  const undeclared = watchReplies(app)
  await app.ready()
  const api: Api = {
    ctx,
    server: app,
    owner: connect(owner_url, { max: 1 }),
    advanceClock: (ms) => {
      offset += ms
    },
    startAnother: () => Promise.reject(new Error('one process is enough here')),
  }
  const seed = await seedEverybody(api)
  frozenAt = Date.now()
  await ctx.db.destroy()
  // The seed data were changed directly in the database, so cached sessions are outdated.
  sessions.forget()
  const mainDb = connect(config.DATABASE_URL)
  const rewindable = openRewindable(config.DATABASE_URL)
  ctx.db = mainDb
  atEnd(async () => {
    await app.close()
    await rewindable.db.destroy()
    await closeContext(ctx)
    await api.owner.destroy()
    await release()
    await rm(files, { recursive: true, force: true })
    expect(undeclared).toEqual([])
  })
  return {
    api,
    seed,
    log,
    async withRollback(run) {
      ctx.db = rewindable.db
      await rewindable.begin()
      try {
        return await run()
      } finally {
        await rewindable.rewind()
        ctx.db = mainDb
      }
    },
  }
}
