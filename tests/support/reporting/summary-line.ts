import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { noteEngines } from './asked-engines.ts'
import { durationTable, type TestName, updateProofPage, writeOutcome } from './outcome.ts'

/**
 * Ends a run with the line `N passed, N failed`, and writes this line to test-output/summary.txt for .ci/run. The line
 * before it says how many tests were retried and why, and which journeys and browser engines were left out.
 * test-output/durations.md lists the duration of each file.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passedCount = 0
    let failedCount = unhandledErrors.length
    let skippedCount = 0
    const failedTests: TestName[] = []
    const retried: TestName[] = []
    const reasons: string[] = []
    for (const module of modules) {
      const file = path.relative('', module.moduleId)
      // A test file that could not be loaded contains no tests, so it counts as one failure.
      if (module.errors().length > 0) {
        failedCount += 1
        failedTests.push({ file, name: 'did not load' })
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (test.diagnostic()?.flaky) {
          retried.push({ file, name: test.fullName })
          reasons.push([`  ${test.fullName}`, ...firstTry(test)].join('\n    '))
        }
        if (state === 'passed') passedCount += 1
        else if (state === 'failed') {
          failedCount += 1
          failedTests.push({ file, name: test.fullName })
        } else skippedCount += 1
      }
    }
    const line = `${passedCount} passed, ${failedCount} failed${skippedCount > 0 ? `, ${skippedCount} skipped` : ''}`
    mkdirSync('test-output', { recursive: true })
    writeFileSync('test-output/summary.txt', `${line}\n`)
    const durations = durationsOf(modules)
    writeOutcome({ passed: passedCount, failed: failedTests, retried, durations })
    const table = durationTable({ durations })
    writeFileSync('test-output/durations.md', table)
    if (process.env.UPDATE_PROOF === '1') updateProofPage(table)
    const leftOut = process.env.LEFT_OUT
      ? [`left to the next commit and to .ci/run: ${process.env.LEFT_OUT}`]
      : []
    const notes = [...leftOut, ...noteEngines(modules)].map((words) => `${words}\n`)
    process.stdout.write(
      `\n${retried.length} passed only on the second try\n${[...reasons, ''].join('\n')}${notes.join('')}${line}\n`,
    )
  }
}

/** Lines about why the first try of a test failed: the message of its first error, and its places in the tests. */
function firstTry(test: TestCase): string[] {
  const [error] = test.result().errors ?? []
  const message = stripVTControlCharacters(error?.message ?? '').split('\n')
  const places = (error?.stacks ?? [])
    .filter(({ file }) => file.includes('/tests/'))
    .map(({ file, line }) => `at ${path.relative('', file)}:${line}`)
  return [...message.filter((line) => line.trim()).slice(0, 6), ...places.slice(0, 3)]
}

function durationsOf(modules: readonly TestModule[]) {
  return modules.map((module) => ({
    project: module.project.name,
    file: path.relative('', module.moduleId),
    tests: [...module.children.allTests()].length,
    ms: Math.round(module.diagnostic().duration),
  }))
}
