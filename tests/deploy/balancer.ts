import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A small model of the reverse proxy. It reacts to starting and stopping processes as Caddy does with the Caddyfile.
 */

interface Backend {
  port: number
  isHealthy: boolean
  busy: number
  unavailableUntil: number
}

export interface Balancer {
  close(): Promise<void>
}

/**
 * Values of the Caddyfile's `health_interval`, `lb_try_duration` and `fail_duration`, in milliseconds. The health
 * interval is shorter than in the Caddyfile, because this deploy is shorter.
 */
const [healthMs, tryMs, restMs] = [250, 5000, 5000]
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS'])
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

/**
 * Starts the model of the proxy.
 * @param apis ports of the API processes
 * @param bots webhook ports of the bot processes, which have no health check
 */
export async function openBalancer(port: number, apis: number[], bots: number[]): Promise<Balancer> {
  const createBackend = (port: number): Backend => ({ port, isHealthy: true, busy: 0, unavailableUntil: 0 })
  const pools = { api: apis.map(createBackend), bot: bots.map(createBackend) }
  const server = createServer((incoming, answer) => {
    const backends = incoming.url === '/telegram/updates' ? pools.bot : pools.api
    forward(backends, incoming, answer).catch(() => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(503).end()
    })
  })
  // The proxy keeps idle connections longer than its client does, so that the client closes them. A request on a
  // connection that the proxy is just closing would fail.
  server.keepAliveTimeout = 120_000
  const stopping = new AbortController()
  const healthChecks = checkHealth(pools.api, stopping.signal)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await healthChecks
    },
  }
}

async function checkHealth(backends: Backend[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(
      backends.map(async (one) => {
        const readinessAnswer = fetch(`http://127.0.0.1:${one.port}/health/ready`, {
          signal: AbortSignal.timeout(2000),
        })
        one.isHealthy = await readinessAnswer.then(
          ({ ok }) => ok,
          () => false,
        )
      }),
    )
    await wait(healthMs, undefined, { signal }).catch(() => {})
  }
}

async function forward(
  backends: Backend[],
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming)
  for (const deadline = Date.now() + tryMs; ; ) {
    const [best] = backends
      .filter((one) => one.isHealthy && one.unavailableUntil < Date.now())
      .sort((a, b) => a.busy - b.busy)
    if (best && (await tryBackend(best, incoming, answer, body))) return
    if (Date.now() > deadline) throw new Error('nobody answers')
    if (!best) await wait(50)
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * @returns false if the request may be retried on another process
 * @throws if the process may already have acted on the request
 */
async function tryBackend(
  backend: Backend,
  incoming: IncomingMessage,
  answer: ServerResponse,
  body: Buffer,
): Promise<boolean> {
  const { method = 'GET', url = '/', headers } = incoming
  backend.busy += 1
  const backendRequest = request({ agent, host: '127.0.0.1', port: backend.port, method, path: url, headers })
  let isConnected = false
  backendRequest.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (isConnected = true))
    else isConnected = true
  })
  answer.once('close', () => backendRequest.destroy())
  try {
    backendRequest.end(body)
    const [response] = (await once(backendRequest, 'response')) as [IncomingMessage]
    answer.writeHead(response.statusCode ?? 502, response.headers)
    for await (const chunk of response) answer.write(chunk)
    answer.end()
    return true
  } catch (error) {
    if (answer.headersSent) throw error
    backend.unavailableUntil = Date.now() + restMs
    // If a reused connection was just closed by the other side, the process received nothing. A retry is then safe, as
    // in Go's client.
    if (!isConnected || repeatable.has(method) || backendRequest.reusedSocket) return false
    throw error
  } finally {
    backend.busy -= 1
  }
}
