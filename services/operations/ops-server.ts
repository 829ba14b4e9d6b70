import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Context } from '#services/core/context.ts'
import { readMetrics } from './metrics.ts'

/**
 * Servers that a process depends on, and whether each answers. Those in `needed` decide whether the process is ready.
 */
export type Readiness = { parts: Record<string, boolean>; needed: string[] }

type OpsAnswers = {
  ready: () => Promise<Readiness>
  /** Updates the figures before Prometheus reads them. */
  refresh?: () => Promise<void>
}

type Answer = { status: number; type: string; text: string }

async function answer(ctx: Context, path: string, { ready, refresh }: OpsAnswers): Promise<Answer> {
  const json = (status: number, body: object) => ({
    status,
    type: 'application/json',
    text: JSON.stringify(body),
  })
  if (path === '/health/live') return json(200, { status: 'ok' })
  if (path === '/health/ready') {
    const { parts, needed } = await ready()
    const isReady = needed.every((name) => parts[name])
    const isWhole = Object.values(parts).every(Boolean)
    return json(isReady ? 200 : 503, {
      status: isWhole ? 'ok' : isReady ? 'degraded' : 'unavailable',
      ...parts,
    })
  }
  if (path !== '/metrics') return json(404, { status: 'not found' })
  await refresh?.()
  return { status: 200, ...(await readMetrics(ctx)) }
}

/**
 * Opens the server at OPS_PORT for supervisors and Prometheus. The public proxy never forwards to it.
 * @returns a function that closes it; undefined if OPS_PORT is 0
 */
export async function openOpsServer(ctx: Context, answers: OpsAnswers): Promise<(() => void) | undefined> {
  const { OPS_HOST, OPS_PORT } = ctx.config
  if (OPS_PORT === 0) return undefined
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { status, type, text } = await answer(ctx, request.url?.split('?', 1)[0] ?? '', answers)
      response.writeHead(status, { 'content-type': type }).end(text)
    } catch (error) {
      ctx.log.warn({ err: error }, 'operators were not answered')
      response.writeHead(500).end()
    }
  })
  server.listen(OPS_PORT, OPS_HOST)
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
