import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

export interface TestName {
  /** Path of the test file from the project's root. */
  file: string
  name: string
}

/** Outcome of a vitest run, for programs that start vitest. */
export interface Outcome {
  passed: number
  failed: TestName[]
  /** Tests that passed only on the second try. */
  retried: TestName[]
  /** Duration of each test file in milliseconds, with the file's project and path. */
  durations: { project: string; file: string; tests: number; ms: number }[]
}

const file = 'test-output/outcome.json'

export function writeOutcome(outcome: Outcome): void {
  mkdirSync('test-output', { recursive: true })
  writeFileSync(file, JSON.stringify(outcome))
}

/**
 * Reads the outcome of the last vitest run.
 * @throws if that run wrote no outcome, because it ended before its first test
 */
export function readOutcome(): Outcome {
  if (!existsSync(file)) throw new Error('the run of the tests ended before its first test, see above')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Replaces the table of durations in docs/proof.md, between its two comment marks. */
export function updateProofPage(table: string): void {
  const page = readFileSync('docs/proof.md', 'utf8')
  const section = /(<!-- durations -->\n).*(<!-- end of durations -->)/s
  writeFileSync('docs/proof.md', page.replace(section, `$1\n${table}\n$2`))
}

export const forgetOutcome = (): void => rmSync(file, { force: true })

/**
 * Returns a table of a run by vitest project and folder, with the number of files and tests and the total seconds of
 * the files.
 */
export function durationTable({ durations }: Pick<Outcome, 'durations'>): string {
  const folderOf = (file: string) =>
    file
      .split('/')
      .slice(0, file.startsWith('tests/') ? 2 : 1)
      .join('/')
  const groups = Map.groupBy(durations, ({ project, file }) => `${project} | ${folderOf(file)}`)
  const lines = [...groups].sort().map(([name, files]) => {
    const tests = files.reduce((sum, one) => sum + one.tests, 0)
    const seconds = files.reduce((sum, one) => sum + one.ms, 0) / 1000
    return `| ${name} | ${files.length} | ${tests} | ${seconds.toFixed(0)} |`
  })
  return ['| project | folder | files | tests | seconds |', '|---|---|---|---|---|', ...lines, ''].join('\n')
}
