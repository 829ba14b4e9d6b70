import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { findChromium } from '#stand-ins/infra/chromium.ts'
import { type Engines, findEngines } from '#stand-ins/infra/engines.ts'
import { build } from '#stand-ins/launcher/builds.ts'
import { dropDatabase, keepTemplate, makeTemplate } from './infrastructure-databases.ts'
import { serveDatabase, serveRedis, type TestServer } from './infrastructure-servers.ts'
import { readKeptServers } from './kept-servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Addresses of the servers that all test files share. Each test file takes its own database and Redis prefix with
     * takeInfrastructure().
     */
    infrastructure: { admin_url: string; template: string; redis_url: string }
    chromium: string
    engines: Engines
  }
}

/** Starts everything that a test run needs, once. A run of unit tests alone needs nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const names = project.vitest.projects.map((one) => one.name)
  const cleanups: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stop of cleanups.splice(0).reverse()) await stop()
  }
  const needsPages = ['browser', 'engines', 'commands'].some((name) => names.includes(name))
  if (!names.includes('integration') && !needsPages) return stopAll
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'otklik-tests-'))
    // The system user `postgres` must be able to enter the folder. Otherwise the data would be written to /var/lib.
    await chmod(folder, 0o755)
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    const start = async (server: Promise<TestServer>) => {
      const startedServer = await server
      cleanups.push(startedServer.stop)
      return startedServer
    }
    const serve = async () => {
      const kept = process.env.DATABASE_URL || process.env.REDIS_URL ? undefined : await readKeptServers()
      if (kept) {
        const { database_url, redis_url } = kept
        const template = await keepTemplate(database_url)
        project.provide('infrastructure', { admin_url: database_url, template, redis_url })
        return
      }
      const [database, redis] = await Promise.all([start(serveDatabase(folder)), start(serveRedis(folder))])
      const template = await makeTemplate(database.url)
      cleanups.push(() => dropDatabase(database.url, template))
      project.provide('infrastructure', { admin_url: database.url, template, redis_url: redis.url })
    }
    const buildAll = async () => {
      if (!needsPages) return build(['processes'])
      project.provide('chromium', await findChromium())
      if (names.includes('engines')) project.provide('engines', await findEngines())
      await build()
    }
    // Waits for the servers and for the build, even if one of them fails. Only then does an error stop the run.
    const outcomes = await Promise.allSettled([serve(), buildAll()])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}
