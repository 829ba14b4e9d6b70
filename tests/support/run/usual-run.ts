import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isTurnOf } from './share.ts'

/**
 * A usual run runs only the first test of each file, which is the main path of a journey. In one file of five it runs
 * all tests; the next commit chooses other files. `.ci/run`, a full run and a run with file names run all tests.
 */
beforeEach(({ task, skip }) => {
  if (process.env.NAMES_TESTS === '1' || task === firstTest(task.file)) return
  // The sum of the characters of the file's name distributes the files over five commits.
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
