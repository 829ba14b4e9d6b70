import { listen } from '#db/index.ts'
import { readConfig } from '#services/core/config.ts'
import { closeContext } from '#services/core/context.ts'
import { openContext } from '#services/core/opening.ts'
import { openOpsServer } from '#services/operations/ops-server.ts'
import { askServers } from '#services/operations/readiness.ts'
import { revocations } from '#services/users/sessions.ts'
import { buildServer } from './server.ts'

const ctx = await openContext(readConfig(), 'api')
const { app, sessions } = await buildServer(ctx)
const stopListening = listen(
  ctx.config.DATABASE_DIRECT_URL ?? ctx.config.DATABASE_URL,
  revocations,
  (user_id) => sessions.forget(user_id ? Number(user_id) : undefined),
)
await app.listen({ host: ctx.config.API_HOST, port: ctx.config.API_PORT })
const closeOpsServer = await openOpsServer(ctx, {
  ready: async () => ({ parts: await askServers(ctx), needed: ['postgres'] }),
})
ctx.log.info({ addresses: app.addresses() }, 'ready')

/** Answers the requests under way, then closes the connections. */
async function stop(): Promise<void> {
  closeOpsServer?.()
  await app.close()
  await stopListening()
  await closeContext(ctx)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
