import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Context } from '#services/core/context.ts'
import { noteParts, readMetrics } from './metrics.ts'
import { noteOutages, outagesOf } from './readiness.ts'

/**
 * Servers on which a process depends, each with true if it answers. The process is ready if all servers in `needed`
 * answer.
 */
export type Readiness = { parts: Record<string, boolean>; needed: string[] }

type OpsAnswers = {
  ready: () => Promise<Readiness>
  /** Updates the figures of the whole product before Prometheus collects metrics. */
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
    noteOutages(parts, ctx.now())
    const since = outagesOf(parts)
    const isReady = needed.every((name) => parts[name])
    const isWhole = Object.values(parts).every(Boolean)
    return json(isReady ? 200 : 503, {
      status: isWhole ? 'ok' : isReady ? 'degraded' : 'unavailable',
      ...parts,
      ...(Object.keys(since).length > 0 && { since }),
    })
  }
  if (path !== '/metrics') return json(404, { status: 'not found' })
  const noteReadiness = async () => noteParts((await ready()).parts)
  return { status: 200, ...(await readMetrics(ctx, () => Promise.all([refresh?.(), noteReadiness()]))) }
}

/** Parts of this process that answer at its server for operators, and the server, which the first of them opens. */
const parts: OpsAnswers[] = []
let opening: Promise<() => void> | undefined

/**
 * Opens the server for health checks and metrics at OPS_PORT. The public proxy never forwards requests to it. Parts of
 * one process answer together: the process is ready when all of them are.
 * @returns a function that ends the answers of this part; undefined if OPS_PORT is 0
 */
export async function openOpsServer(ctx: Context, answers: OpsAnswers): Promise<(() => void) | undefined> {
  if (ctx.config.OPS_PORT === 0) return undefined
  parts.push(answers)
  opening ??= listen(ctx)
  const close = await opening
  return () => {
    parts.splice(parts.indexOf(answers), 1)
    if (parts.length > 0) return
    opening = undefined
    close()
  }
}

/** Joins the answers of all parts of the process. */
const joined: OpsAnswers = {
  async ready() {
    const states = await Promise.all(parts.map(({ ready }) => ready()))
    const names = new Set(states.flatMap((state) => Object.keys(state.parts)))
    const isThere = (name: string) => states.every((state) => state.parts[name] !== false)
    return {
      parts: Object.fromEntries([...names].map((name) => [name, isThere(name)])),
      needed: [...new Set(states.flatMap((state) => state.needed))],
    }
  },
  async refresh() {
    await Promise.all(parts.map(({ refresh }) => refresh?.()))
  },
}

async function listen(ctx: Context): Promise<() => void> {
  const { OPS_HOST, OPS_PORT } = ctx.config
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { status, type, text } = await answer(ctx, request.url?.split('?', 1)[0] ?? '', joined)
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
