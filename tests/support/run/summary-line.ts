import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { noteEngines } from './asked-engines.ts'

/**
 * Ends a run with the line `N passed, N failed` and writes it to test-output/summary.txt for .ci/run. The line before
 * names the number of retried tests and the engines that were skipped.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    let passedCount = 0
    let failedCount = unhandledErrors.length
    let skippedCount = 0
    const second: string[] = []
    for (const module of modules) {
      // A file that failed to load has no tests, so it counts as one failure.
      if (module.errors().length > 0) failedCount += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (test.diagnostic()?.flaky) second.push(test.fullName)
        if (state === 'passed') passedCount += 1
        else if (state === 'failed') failedCount += 1
        else skippedCount += 1
      }
    }
    const line = `${passedCount} passed, ${failedCount} failed${skippedCount > 0 ? `, ${skippedCount} skipped` : ''}`
    mkdirSync('test-output', { recursive: true })
    writeFileSync('test-output/summary.txt', `${line}\n`)
    const names = second.map((name) => `\n  ${name}`).join('')
    const missingEngineLines = noteEngines(modules).map((words) => `${words}\n`)
    process.stdout.write(
      `\n${second.length} passed only on the second try${names}\n${missingEngineLines.join('')}${line}\n`,
    )
  }
}
