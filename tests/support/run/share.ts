import { execFileSync } from 'node:child_process'

/**
 * `npm test` runs a share of the cases of `npm run full-test`, so that it ends within minutes on two cores. The share
 * changes with each commit, so that commits of one day are tested with different cases. SHARE_TURN repeats the share of
 * another commit.
 */
const isFull = process.env.FULL_TEST === '1'

/** @returns the number for this kind of run */
export const share = <T>(fullValue: T, usualValue: T): T => (isFull ? fullValue : usualValue)

// The turn is passed on in the environment, so that all processes of a run share it.
process.env.SHARE_TURN ??= String(commitCount())
const shareTurn = Number(process.env.SHARE_TURN)

/** Every `many`-th item, or all items in a full run. */
export const everyNth = <T>(step: number, items: readonly T[]): T[] =>
  items.filter((_, at) => isFull || (at + shareTurn) % step === 0)

/** @returns number of commits in the history; 0 without git or history, as in an unpacked archive */
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
