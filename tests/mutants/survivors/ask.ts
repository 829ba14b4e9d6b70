import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasEnded, spawnGuarded, stopProcess } from '#stand-ins/infra/processes.ts'
import type { Servers } from '../lane.ts'
import { type Lane, openLane } from '../lanes.ts'
import type { Tree } from '../tree.ts'
import { applySurvivor, type Survivor } from './survivor.ts'

/**
 * Runs tests on a copy of the source tree, with or without a change that tests once missed.
 * @returns the test file that failed
 */
export interface TestRunner {
  run(tests: string[], survivor?: Survivor): Promise<string | undefined>
  close(): Promise<void>
}

/** Time limit for the tests of one change, in seconds. */
const timeoutSeconds = 600

/**
 * All server tests run in one process that keeps running. Browser tests need a build of the changed mini-app, so each
 * runs in a process of its own.
 */
export async function openTestRunner(tree: Tree, servers: Servers): Promise<TestRunner> {
  const lane = await openLane(tree, servers)
  const journeys = browserRun(tree)
  return {
    run: async (tests, survivor) => {
      const isJourney = tests.some((test) => test.startsWith('tests/journeys/'))
      return (isJourney ? journeys.run : runInLane(lane, tree))(tests, survivor)
    },
    close: async () => {
      await journeys.close()
      await lane.close()
    },
  }
}

const runInLane =
  (lane: Lane, tree: Tree): TestRunner['run'] =>
  async (tests, survivor) => {
    const change = survivor && (await changeOf(tree, survivor))
    const answer = await lane.run({ tests, ...(change && { change }) }, timeoutSeconds)
    return answer ? answer.by : 'the clock: it takes too long'
  }

function browserRun(tree: Tree): TestRunner {
  let testProcess: ReturnType<typeof spawnGuarded> | undefined
  const closeRunner = async () => {
    if (testProcess) await stopProcess(testProcess)
  }
  return {
    close: closeRunner,
    run: async (tests, survivor) => {
      const change = survivor && (await changeOf(tree, survivor))
      if (change) await tree.write(change.file, change.source)
      try {
        const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'browser', '--retry', '0']
        testProcess = spawnGuarded(process.execPath, [...vitest, ...tests], {
          cwd: tree.root,
          stdio: 'ignore',
        })
        const child = testProcess
        if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
        return child.exitCode === 0 ? undefined : tests.join(', ')
      } finally {
        if (change) await tree.write(change.file, change.original)
      }
    },
  }
}

async function changeOf(tree: Tree, survivor: Survivor) {
  const original = await readFile(path.join(tree.root, survivor.file), 'utf8')
  return { file: survivor.file, original, source: applySurvivor(original, survivor) }
}
