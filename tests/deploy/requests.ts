import { setTimeout as wait } from 'node:timers/promises'

/** Requests of people who look around: reads, and one write. */
const requestKinds: ['GET' | 'POST', string, object?][] = [
  ['POST', '/api/projects', {}],
  ['GET', '/api/app/get_currencies'],
  ['GET', '/chat/unread'],
  ['POST', '/api/app/client_error', { page: '/', message: 'a look around during a deploy' }],
]

/** Sends `rate` requests per second without waiting for replies. Missing replies and server errors count as failed. */
export function startRequests(origin: string, authorization: string, rate: number) {
  const failures: string[] = []
  const pendingRequests = new Set<Promise<void>>()
  let requests = 0
  let isStopped = false
  const sendRequest = async (method: string, path: string, content?: object) => {
    const body = content && JSON.stringify(content)
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    try {
      const answer = await fetch(origin + path, {
        method,
        headers,
        body: body ?? null,
        signal: AbortSignal.timeout(20_000),
      })
      await answer.text()
      if (answer.status >= 400) failures.push(`${method} ${path}: ${answer.status}`)
    } catch (error) {
      failures.push(`${method} ${path}: ${(error as Error).message}`)
    }
  }
  const requestLoop = (async () => {
    const startedAt = performance.now()
    while (!isStopped) {
      const [method, path, content] = requestKinds[
        requests % requestKinds.length
      ] as (typeof requestKinds)[number]
      requests += 1
      const request: Promise<void> = sendRequest(method, path, content).finally(() =>
        pendingRequests.delete(request),
      )
      pendingRequests.add(request)
      await wait(Math.max(0, startedAt + (requests * 1000) / rate - performance.now()))
    }
  })()
  return {
    async end() {
      isStopped = true
      await requestLoop
      await Promise.all(pendingRequests)
      return { requests, failed: failures }
    },
  }
}
