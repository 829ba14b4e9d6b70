import { execFileSync } from 'node:child_process'

/**
 * `npm test` asks a share of what `npm run full-test` asks, so that it ends within minutes on two cores. What the
 * share leaves out differs from commit to commit, so that many commits of one day are not judged by the same share;
 * SHARE_TURN repeats another commit's.
 */
const isFull = process.env.FULL_TEST === '1'

/** @returns the figure of this run */
export const share = <T>(full: T, usual: T): T => (isFull ? full : usual)

// Kept in the environment, so that the processes of one run share one turn.
process.env.SHARE_TURN ??= String(commitCount())
const turn = Number(process.env.SHARE_TURN)

/** One item in so many, or all of them. */
export const oneIn = <T>(many: number, items: readonly T[]): T[] =>
  items.filter((_, at) => isFull || (at + turn) % many === 0)

/** @returns how many commits lead here; 0 where there is no git or no history, as in an unpacked archive */
function commitCount(): number {
  try {
    const count = execFileSync('git', ['rev-list', '--count', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(count)
  } catch {
    return 0
  }
}
