import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

export interface TestName {
  /** Path of the test file from the root. */
  file: string
  name: string
}

/** Outcome of one run of vitest, for programs that start it. */
export interface Outcome {
  passed: number
  failed: TestName[]
  /** Tests that passed only on the second try. */
  retried: TestName[]
  /** Duration of each file in milliseconds by its project and path. */
  durations: { project: string; file: string; tests: number; ms: number }[]
}

const file = 'test-output/outcome.json'

export function writeOutcome(outcome: Outcome): void {
  mkdirSync('test-output', { recursive: true })
  writeFileSync(file, JSON.stringify(outcome))
}

/** @throws if the last run wrote none because it did not start */
export function readOutcome(): Outcome {
  if (!existsSync(file)) throw new Error('the run of the tests ended before its first test, see above')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Writes the table of durations into docs/proof.md, between its two marks. */
export function updateProofPage(table: string): void {
  const page = readFileSync('docs/proof.md', 'utf8')
  const section = /(<!-- durations -->\n).*(<!-- end of durations -->)/s
  writeFileSync('docs/proof.md', page.replace(section, `$1\n${table}\n$2`))
}

export const forgetOutcome = (): void => rmSync(file, { force: true })

/** Table of a run by project and folder: number of files and tests, and the seconds that its files took together. */
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
