import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { percentile } from './percentile.ts'
import { cpuOf } from './processes.ts'
import type { BenchRequest } from './questions.ts'

export type Server = { name: string; origin: string; pid: number }

/** Cost of a request: CPU time and latency in milliseconds, and the size of the answer with its headers in bytes. */
export type Score = {
  server: number
  postgres: number
  bytes: number
  p50: number
  p99: number
  answers: number
  failures: number
}

const connections = 16

/** Sends each request once, over sixteen connections, for at most `longestMs` milliseconds. */
export async function sendRequests(
  server: Server,
  postgres_pid: number,
  requests: BenchRequest[],
  longestMs = 4000,
): Promise<Score> {
  const cpuBefore = [cpuOf([server.pid]), cpuOf([postgres_pid])] as const
  const times: number[] = []
  let [sentCount, bytes, failed] = [0, 0, 0]
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { method, path, body, authorization } = requests[sentCount++ % requests.length] as BenchRequest
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    return { ...request, method, path, headers, body: body && JSON.stringify(body) }
  }
  const loadRun = autocannon({
    url: server.origin,
    connections,
    amount: requests.length,
    timeout: 60,
    requests: [{ setupRequest }],
  })
  loadRun.on('response', (_, status, size, ms) => {
    times.push(ms)
    bytes += size
    if (status !== 200) failed += 1
  })
  const stopTimer = setTimeout(() => loadRun.stop(), longestMs)
  const { errors, timeouts } = await loadRun
  clearTimeout(stopTimer)
  const usedCpu = [cpuOf([server.pid]) - cpuBefore[0], cpuOf([postgres_pid]) - cpuBefore[1]] as const
  await waitUntilIdle([server.pid, postgres_pid])
  const answers = Math.max(1, times.length)
  return {
    server: usedCpu[0] / 1000 / answers,
    postgres: usedCpu[1] / 1000 / answers,
    bytes: bytes / answers,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    answers,
    failures: failed + errors + timeouts,
  }
}

const idleRules = { ms: 250, busyMs: 50, longestMs: 180_000 }

/**
 * Waits until the servers are idle. Statements of requests that were aborted still run and must not count for the next
 * server.
 */
async function waitUntilIdle(pids: number[]): Promise<void> {
  const deadline = Date.now() + idleRules.longestMs
  for (let usedCpu = cpuOf(pids); Date.now() < deadline; ) {
    await sleep(idleRules.ms)
    const currentCpu = cpuOf(pids)
    if (currentCpu - usedCpu < idleRules.busyMs * 1000) return
    usedCpu = currentCpu
  }
}

/** Combines the scores of several rounds of one server into one score. */
export function merge(scores: Score[]): Score {
  const answers = scores.reduce((sum, score) => sum + score.answers, 0)
  const mean = (name: 'server' | 'postgres' | 'bytes' | 'p50' | 'p99') =>
    scores.reduce((sum, score) => sum + score[name] * score.answers, 0) / answers
  return {
    server: mean('server'),
    postgres: mean('postgres'),
    bytes: mean('bytes'),
    p50: mean('p50'),
    p99: mean('p99'),
    answers,
    failures: scores.reduce((sum, score) => sum + score.failures, 0),
  }
}
