import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** A small model of our proxy: it treats starting and stopping processes as the Caddyfile tells Caddy to. */

interface Backend {
  port: number
  isWell: boolean
  busy: number
  restsUntil: number
}

export interface Balancer {
  close(): Promise<void>
}

/**
 * Values of `health_interval`, `lb_try_duration` and `fail_duration`; the interval is shorter because the deploy is.
 */
const [healthMs, tryMs, restMs] = [250, 5000, 5000]
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS'])
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

/**
 * @param apis ports of the API
 * @param bots webhook ports of the bots, which have no health check
 */
export async function openBalancer(port: number, apis: number[], bots: number[]): Promise<Balancer> {
  const begin = (port: number): Backend => ({ port, isWell: true, busy: 0, restsUntil: 0 })
  const doors = { api: apis.map(begin), bot: bots.map(begin) }
  const server = createServer((asked, answer) => {
    const backends = asked.url === '/telegram/updates' ? doors.bot : doors.api
    pass(backends, asked, answer).catch(() => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(503).end()
    })
  })
  // Longer than the client's timeout, so that the client closes idle connections: a request on a connection that the
  // server is closing would fail.
  server.keepAliveTimeout = 120_000
  const stopping = new AbortController()
  const looking = lookAfter(doors.api, stopping.signal)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await looking
    },
  }
}

async function lookAfter(backends: Backend[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(
      backends.map(async (one) => {
        const asked = fetch(`http://127.0.0.1:${one.port}/health/ready`, {
          signal: AbortSignal.timeout(2000),
        })
        one.isWell = await asked.then(
          ({ ok }) => ok,
          () => false,
        )
      }),
    )
    await wait(healthMs, undefined, { signal }).catch(() => {})
  }
}

async function pass(backends: Backend[], asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await read(asked)
  for (const deadline = Date.now() + tryMs; ; ) {
    const [best] = backends
      .filter((one) => one.isWell && one.restsUntil < Date.now())
      .sort((a, b) => a.busy - b.busy)
    if (best && (await tryOne(best, asked, answer, body))) return
    if (Date.now() > deadline) throw new Error('nobody answers')
    if (!best) await wait(50)
  }
}

async function read(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** @returns false if the request may be retried on another process. @throws if it may have taken effect */
async function tryOne(
  backend: Backend,
  asked: IncomingMessage,
  answer: ServerResponse,
  body: Buffer,
): Promise<boolean> {
  const { method = 'GET', url = '/', headers } = asked
  backend.busy += 1
  const passed = request({ agent, host: '127.0.0.1', port: backend.port, method, path: url, headers })
  let isConnected = false
  passed.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (isConnected = true))
    else isConnected = true
  })
  answer.once('close', () => passed.destroy())
  try {
    passed.end(body)
    const [told] = (await once(passed, 'response')) as [IncomingMessage]
    answer.writeHead(told.statusCode ?? 502, told.headers)
    for await (const chunk of told) answer.write(chunk)
    answer.end()
    return true
  } catch (error) {
    if (answer.headersSent) throw error
    backend.restsUntil = Date.now() + restMs
    // A reused connection that the other side had just closed delivered nothing, so a retry is safe; Go's client does
    // the same.
    if (!isConnected || repeatable.has(method) || passed.reusedSocket) return false
    throw error
  } finally {
    backend.busy -= 1
  }
}
