import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { noteEngines } from './asked-engines.ts'

/**
 * Ends a run with the line `N passed, N failed` and writes it to test-output/summary.txt for .ci/run. The line before
 * names the number of retried tests and the engines that were skipped.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0
    let failed = unhandled.length
    let skipped = 0
    const second: string[] = []
    for (const module of modules) {
      // A file that failed to load has no tests, so it counts as one failure.
      if (module.errors().length > 0) failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (test.diagnostic()?.flaky) second.push(test.fullName)
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
        else skipped += 1
      }
    }
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    mkdirSync('test-output', { recursive: true })
    writeFileSync('test-output/summary.txt', `${line}\n`)
    const names = second.map((name) => `\n  ${name}`).join('')
    const notAsked = noteEngines(modules).map((words) => `${words}\n`)
    process.stdout.write(
      `\n${second.length} passed only on the second try${names}\n${notAsked.join('')}${line}\n`,
    )
  }
}
