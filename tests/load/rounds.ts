import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { percentile } from './percentile.ts'
import { cpuOf } from './processes.ts'
import type { Question } from './questions.ts'

export type Server = { name: string; origin: string; pid: number }

/** Cost of a request: CPU in milliseconds, bytes of the reply with its headers, latency in milliseconds. */
export type Score = {
  server: number
  postgres: number
  bytes: number
  p50: number
  p99: number
  answers: number
  failed: number
}

const connections = 16

/** Sends each request once over sixteen connections, for at most `longestMs`. */
export async function ask(
  server: Server,
  postgres_pid: number,
  questions: Question[],
  longestMs = 4000,
): Promise<Score> {
  const before = [cpuOf([server.pid]), cpuOf([postgres_pid])] as const
  const times: number[] = []
  let [asked, bytes, failed] = [0, 0, 0]
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { method, path, body, authorization } = questions[asked++ % questions.length] as Question
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    return { ...request, method, path, headers, body: body && JSON.stringify(body) }
  }
  const run = autocannon({
    url: server.origin,
    connections,
    amount: questions.length,
    timeout: 60,
    requests: [{ setupRequest }],
  })
  run.on('response', (_, status, size, ms) => {
    times.push(ms)
    bytes += size
    if (status !== 200) failed += 1
  })
  const bell = setTimeout(() => run.stop(), longestMs)
  const { errors, timeouts } = await run
  clearTimeout(bell)
  const used = [cpuOf([server.pid]) - before[0], cpuOf([postgres_pid]) - before[1]] as const
  await settle([server.pid, postgres_pid])
  const answers = Math.max(1, times.length)
  return {
    server: used[0] / 1000 / answers,
    postgres: used[1] / 1000 / answers,
    bytes: bytes / answers,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    answers,
    failed: failed + errors + timeouts,
  }
}

const idle = { ms: 250, busyMs: 50, longestMs: 180_000 }

/**
 * Waits until the servers are idle: statements run on after their client has left and must not count for the next
 * server.
 */
async function settle(pids: number[]): Promise<void> {
  const end = Date.now() + idle.longestMs
  for (let used = cpuOf(pids); Date.now() < end; ) {
    await sleep(idle.ms)
    const now = cpuOf(pids)
    if (now - used < idle.busyMs * 1000) return
    used = now
  }
}

/** Merges several rounds of one server into one score. */
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
    failed: scores.reduce((sum, score) => sum + score.failed, 0),
  }
}
