import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '#db/index.ts'
import { closeContext } from '#services/core/context.ts'
import { beginContext, readSettings } from '#services/core/start-process.ts'
import { forgetCards } from '#services/listings/cards/cache.ts'
import { openOpsServer } from '#services/operations/ops-server.ts'
import { startMarks } from '#services/operations/processes.ts'
import { cachedCheck, checkServers } from '#services/operations/readiness.ts'
import { revocations } from '#services/users/sessions/sessions.ts'
import { buildServer } from './server.ts'

const { ctx, checked } = beginContext(readSettings('api'), 'api')
const [{ app, sessions }] = await Promise.all([buildServer(ctx), checked])
const stopListening = listen(
  ctx.config.DATABASE_DIRECT_URL ?? ctx.config.DATABASE_URL,
  revocations,
  (user_id) => {
    sessions.forget(user_id ? Number(user_id) : undefined)
    // After a reconnect the process may be connected to another database server, which numbers its transactions anew.
    // Cached cards carry the old numbers, so all cached cards are dropped.
    if (!user_id) forgetCards(ctx)
  },
)
const isStorageReachable = cachedCheck(30_000, () => ctx.storage.try())
await app.listen({ host: ctx.config.API_HOST, port: ctx.config.API_PORT })
const ready = async () => ({
  parts: {
    ...(await checkServers(ctx)),
    files: await isStorageReachable(),
    stays: !ctx.shutdown.signal.aborted,
  },
  // The proxy asks at the public port, where an API without files stays in use.
  needed: ['postgres', 'files', 'stays'],
})
const closeOpsServer = await openOpsServer(ctx, { ready })
const marks = startMarks(ctx, 'api', ready)
ctx.log.info({ addresses: app.addresses() }, 'ready')
// Saves Node's compile cache now, so that the cache also exists if the process is killed. Without a configured cache
// directory this does nothing.
flushCompileCache()

/** Maximum time for running requests to finish at shutdown. */
const graceMs = 10_000

/**
 * Shuts the process down. First it reports itself as not ready, and still answers requests until the proxy has noticed.
 * Then it finishes running requests and closes its connections.
 */
async function stop(): Promise<void> {
  ctx.shutdown.abort()
  await wait(ctx.config.DRAIN_MS)
  setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
  await app.close()
  closeOpsServer?.()
  await marks.stop()
  await stopListening()
  await closeContext(ctx)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
