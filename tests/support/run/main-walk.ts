import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { secondTry } from './second-try.ts'
import { isTurnOf } from './share.ts'

/**
 * A usual run walks the main way of each journey's file, which is its first test, and all tests of every fifth file.
 * `.ci/run`, a full run and a run that names journeys walk everything.
 */
beforeEach(({ task, skip }) => {
  if (process.env.NAMES_JOURNEYS === '1' || task === firstTest(task.file)) return
  // The sum of the letters spreads the files over five turns.
  const place = Buffer.from(task.file.name).reduce((sum, byte) => sum + byte, 0)
  if (!isTurnOf(place, 5)) skip('not the main way of its file: .ci/run walks it')
})

beforeEach(async ({ task }) => {
  if (!task.result?.retryCount) return
  if (!secondTry.openNewWorld)
    throw new Error('There is no second try: this file has one world for all tests.')
  await secondTry.openNewWorld()
})

function firstTest(suite: RunnerTestSuite): RunnerTestCase | undefined {
  for (const task of suite.tasks) {
    const first = task.type === 'test' ? task : firstTest(task)
    if (first) return first
  }
  return undefined
}
