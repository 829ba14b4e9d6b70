import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isTurnOf } from './share.ts'

/**
 * A usual run asks the first test of each file, which is the main walk of a journey, and every test of one file in
 * five; the next commit has other files. `.ci/run`, a full run and a run that names files ask everything.
 */
beforeEach(({ task, skip }) => {
  if (process.env.NAMES_TESTS === '1' || task === firstTest(task.file)) return
  // The sum of the letters spreads the files over five turns.
  const place = Buffer.from(task.file.name).reduce((sum, byte) => sum + byte, 0)
  if (!isTurnOf(place, 5)) skip('not the first test of its file: .ci/run asks it')
})

function firstTest(suite: RunnerTestSuite): RunnerTestCase | undefined {
  for (const task of suite.tasks) {
    const first = task.type === 'test' ? task : firstTest(task)
    if (first) return first
  }
  return undefined
}
