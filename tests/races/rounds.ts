import { performance } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { Refused } from '#tests/support/api/call.ts'
import { share } from '#tests/support/run/share.ts'

/** Number of rounds of each race; RACE_ROUNDS overrides it. */
export const roundCount = Number(process.env.RACE_ROUNDS ?? share(200, 30))
/**
 * Number of series of rounds that run in parallel. This is faster and varies the timing. Parallel rounds share no data.
 */
export const lanes = 4

/**
 * Prepares, runs and checks one race. Rounds with the same `lane` run one after another.
 * @returns the outcome, for the statistics
 */
export type Round = (n: number, lane: number) => Promise<string>

/**
 * Runs all rounds of a race and counts how often each outcome occurred.
 * @throws the error of the first round that failed
 */
export async function runRounds(name: string, round: Round): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  const numbers = Array.from({ length: roundCount }, (_, n) => n).values()
  const startedAt = performance.now()
  const failures: unknown[] = []
  const run = async (lane: number) => {
    for (const n of numbers) {
      if (failures.length > 0) return
      const outcome = await round(n, lane)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const laneRuns = Array.from({ length: lanes }, (_, lane) =>
    run(lane).catch((failure: unknown) => void failures.push(failure)),
  )
  await Promise.all(laneRuns)
  if (failures.length > 0) throw failures[0]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const counts = [...outcomes].sort().map(([outcome, count]) => `${outcome}: ${count}`)
  process.stdout.write(`race: ${name}, ${roundCount} rounds in ${seconds} s; ${counts.join(', ')}\n`)
  return outcomes
}

export type Outcome<T> = { reply: T; code: 'accepted' } | { reply: null; code: ErrorCode; details: unknown }

/**
 * Starts all attempts at once, in a different order each time, and waits for all. An error other than a refusal fails
 * the round.
 */
export async function startTogether<T>(starts: (() => Promise<T>)[], n: number): Promise<Outcome<T>[]> {
  const first = n % starts.length
  const order = starts.map((_, index) => (index + first) % starts.length)
  const results: Promise<Outcome<T>>[] = []
  for (const index of order) {
    // In every third round, waits between the starts, so that the later attempts meet other states.
    if (n % 3 === 2) await turn()
    results[index] = outcomeOf((starts[index] as () => Promise<T>)())
  }
  return Promise.all(results)
}

async function outcomeOf<T>(attempt: Promise<T>): Promise<Outcome<T>> {
  try {
    return { reply: await attempt, code: 'accepted' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { reply: null, code: error.code, details: error.problem.details }
  }
}

/** Sorts the codes of the outcomes, so that it does not matter which attempt won. */
export const codesOf = (outcomes: Outcome<unknown>[]): string[] => outcomes.map(({ code }) => code).sort()
