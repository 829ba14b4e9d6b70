import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Context } from '#services/core/context.ts'
import { readMetrics } from './metrics.ts'

/** What a process needs and whether it is there; `needed` ones decide whether it is ready. */
export type Readiness = { parts: Record<string, boolean>; needed: string[] }

type Telling = {
  ready: () => Promise<Readiness>
  /** Brings figures up to date before they are told. */
  refresh?: () => Promise<void>
}

type Answer = { status: number; type: string; text: string }

async function answer(ctx: Context, path: string, { ready, refresh }: Telling): Promise<Answer> {
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
 * A server for supervisors and Prometheus at OPS_PORT, apart from the public one: the proxy in front never leads here.
 * @returns closes it; undefined when the process has none
 */
export async function openOpsServer(ctx: Context, telling: Telling): Promise<(() => void) | undefined> {
  const { OPS_HOST, OPS_PORT } = ctx.config
  if (OPS_PORT === 0) return undefined
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { status, type, text } = await answer(ctx, request.url?.split('?', 1)[0] ?? '', telling)
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
