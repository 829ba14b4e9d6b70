import { execFileSync } from 'node:child_process'

/**
 * Three sizes of a test run. `npm test` asks the first test of each file and a small share of the long cases;
 * `.ci/run` asks every journey and a larger share; `npm run full-test` asks every case. The share changes with each
 * commit, so that commits of one day are tested with different cases. SHARE_TURN repeats the share of another commit.
 */
export type RunSize = 'usual' | 'proof' | 'full'

export const runSize: RunSize =
  process.env.FULL_TEST === '1' ? 'full' : process.env.PROOF === '1' ? 'proof' : 'usual'

/** True while tests/commands.test.ts runs a long command only to see that it still works. */
export const isRehearsal = process.env.COMMAND_REHEARSAL === '1'

/** @returns the number for this size of run; a usual run takes that of the proof unless it has one of its own */
export function share<T>(full: T, proof: T, usual = proof): T {
  return { full, proof, usual }[runSize]
}

// The turn is passed on in the environment, so that all processes of a run share it.
process.env.SHARE_TURN ??= String(countCommits())
const shareTurn = Number(process.env.SHARE_TURN)

/** Every `many`-th item in a proof, half of these in a usual run, all items in a full run; at least one of them. */
export function everyNth<T>(many: number, items: readonly T[]): T[] {
  // Even a short list has a case in every run.
  const step = Math.min(share(1, many, many * 2), items.length)
  return items.filter((_, at) => (at + shareTurn) % step === 0)
}

/** True for one commit of `many`, and in larger runs always. */
export const isTurnOf = (position: number, many: number): boolean =>
  runSize !== 'usual' || (position + shareTurn) % many === 0

/** @returns number of commits in the history; 0 without git or history, as in an unpacked archive */
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
