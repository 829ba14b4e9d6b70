import { execFileSync, spawnSync } from 'node:child_process'
import { readImports } from '#tests/house/imports.ts'
import { journeysOf, testsReachedBy } from './reach.ts'

/**
 * `npm test -- --changed [commit]`: runs the tests that could be affected by changes since a commit, by default the
 * last commit. Files that git does not know yet count as changed.
 */
const [option = '', ...others] = process.argv.slice(2)
const since = option.split('=')[1] ?? (others[0]?.startsWith('-') ? undefined : others.shift()) ?? 'HEAD'
const git = (...args: string[]) => {
  try {
    return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  } catch {
    process.stderr.write(`--changed ${since}: git cannot compare with this commit, see above.\n`)
    process.exit(1)
  }
}
const changed = [
  ...git('diff', '--name-only', '--relative', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const tests = testsReachedBy(changed, await readImports())
const journeys = journeysOf(changed)
if (journeys.length > 0)
  process.stdout.write(`Journeys of these screens, not run here: npm test -- ${journeys.join(' ')}\n`)
if (tests.length === 0) {
  process.stdout.write(`${changed.length} changed files reach no test that runs without a browser.\n`)
  process.exit(0)
}
process.stdout.write(`${changed.length} changed files reach ${tests.length} test files.\n`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...tests, ...others],
  {
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
