import autocannon from 'autocannon'
import { cpuOf } from './cpu.ts'

export type Target = {
  name: string
  /** Roots of the process trees whose CPU counts: the server's. */
  pids: number[]
  request: () => autocannon.Options
  /** What must be put in order before each round; it does not count. */
  prepare?: () => Promise<void>
}

export type Score = { name: string; cpu: number; per_second: number; answers: number; failed: number }

const seconds = 3
const connections = 16

async function round(target: Target, shared: number[]): Promise<Score> {
  await target.prepare?.()
  const before = cpuOf([...target.pids, ...shared])
  const result = await autocannon({ ...target.request(), connections, duration: seconds })
  const used = cpuOf([...target.pids, ...shared]) - before
  const answers = result['2xx']
  return {
    name: target.name,
    cpu: used / Math.max(1, answers),
    per_second: answers / seconds,
    answers,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * Rounds of all targets in turn, so that a busy moment of the machine hits each alike; the medians count.
 * `shared` are processes that work for every target, such as Postgres.
 */
export async function race(targets: Target[], shared: number[], rounds: number): Promise<Score[]> {
  for (const target of targets) {
    await target.prepare?.()
    await autocannon({ ...target.request(), connections, duration: 1 })
  }
  const scores: Score[] = []
  for (let turn = 0; turn < rounds; turn++)
    for (const target of targets) scores.push(await round(target, shared))
  return targets.map(({ name }) => {
    const own = scores.filter((score) => score.name === name)
    return {
      name,
      cpu: median(own.map((score) => score.cpu)),
      per_second: median(own.map((score) => score.per_second)),
      answers: own.reduce((sum, score) => sum + score.answers, 0),
      failed: own.reduce((sum, score) => sum + score.failed, 0),
    }
  })
}
