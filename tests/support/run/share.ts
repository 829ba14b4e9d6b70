import { execFileSync } from 'node:child_process'

/**
 * Three sizes of a test run. `npm test` runs the first test of each file and a small share of the long cases. `.ci/run`
 * runs every browser test and a larger share. `npm run full-test` runs all cases. Each commit runs another share, so
 * that the commits of one day test different cases. SHARE_TURN repeats the share of another commit.
 */
export type RunSize = 'usual' | 'proof' | 'full'

export const runSize: RunSize =
  process.env.FULL_TEST === '1' ? 'full' : process.env.PROOF === '1' ? 'proof' : 'usual'

/** True while tests/commands.test.ts runs a long command only to check that the command still works. */
export const isRehearsal = process.env.COMMAND_REHEARSAL === '1'

/**
 * @returns the value for this size of run: `full`, `proof` for `.ci/run`, or `usual` for `npm test`, by default the
 * same as `proof`
 */
export function share<T>(full: T, proof: T, usual = proof): T {
  return { full, proof, usual }[runSize]
}

// The environment variable SHARE_TURN gives all processes of a test run the same number of commits, so that they choose
// the same share of the tests.
process.env.SHARE_TURN ??= String(countCommits())
const shareTurn = Number(process.env.SHARE_TURN)

/**
 * Returns a share of the items: all in a full run, every `many`-th in a run of `.ci/run`, and half as many in a usual
 * run, but at least one.
 */
export function everyNth<T>(many: number, items: readonly T[]): T[] {
  // A list shorter than the step still has one item in every run.
  const step = Math.min(share(1, many, many * 2), items.length)
  return items.filter((_, at) => (at + shareTurn) % step === 0)
}

/**
 * True if this position is tested at this commit: at one commit of `many` in a usual run, and always in larger runs.
 */
export const isTurnOf = (position: number, many: number): boolean =>
  runSize !== 'usual' || (position + shareTurn) % many === 0

/** @returns the number of commits in git's history; 0 without git or without history, as in an unpacked archive */
function countCommits(): number {
  try {
    const count = execFileSync('git', ['rev-list', '--count', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(count)
  } catch {
    return 0
  }
}
