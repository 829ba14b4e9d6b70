import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { spawnGuarded, stopProcess } from '#stand-ins/infra/processes.ts'
import type { Answer, LaneJob, Servers } from './lane.ts'
import { copyOf, type Tree } from './tree.ts'

export interface Lane {
  /**
   * Runs the tests of a job.
   * @returns undefined if there is no result within `seconds`
   */
  run(job: LaneJob, seconds: number): Promise<Answer | undefined>
  /** True if the server passes the type check with the change. A mutant that the type check rejects needs no test. */
  compiles(change: NonNullable<LaneJob['change']>): Promise<boolean>
  close(): Promise<void>
}

/**
 * Ignores unused names and unreachable code. A mutation may cause them, and a type check that fails for this reason
 * proves nothing.
 */
const onlyTypes =
  '--noUnusedLocals false --noUnusedParameters false --allowUnreachableCode true --tsBuildInfoFile tsc.json'.split(
    ' ',
  )

/** Starts a process with its own copy of the source tree. If the process hangs, it is killed and started again. */
export async function openLane(sourceTree: Tree, servers: Servers): Promise<Lane> {
  const tree = await copyOf(sourceTree)
  let child: ChildProcess | undefined
  const killChild = async () => {
    if (child) await stopProcess(child, 'SIGKILL')
    child = undefined
  }
  return {
    async run(job, seconds) {
      child ??= await startChild(tree, servers)
      const laneProcess = child
      const waitController = new AbortController()
      const answer = Promise.race([
        once(laneProcess, 'message', waitController).then(([message]) => message as Answer),
        once(laneProcess, 'exit', waitController).then(() => ({
          by: 'the end of the test process',
          seconds: {},
        })),
        timeoutAfter(seconds),
      ])
      laneProcess.send(job)
      const result = await answer.finally(() => waitController.abort())
      // A killed process could not restore the file that it had changed.
      if (!result || laneProcess.exitCode !== null) {
        await killChild()
        if (job.change) await tree.write(job.change.file, job.change.original)
      }
      return result
    },
    async compiles({ file, source, original }) {
      await tree.write(file, source)
      const tsc = path.join(tree.root, 'node_modules/typescript/bin/tsc')
      const isFine = await promisify(execFile)(process.execPath, [tsc, ...onlyTypes], {
        cwd: tree.root,
      }).then(
        () => true,
        () => false,
      )
      await tree.write(file, original)
      return isFine
    },
    async close() {
      await killChild()
      await tree.remove()
    },
  }
}

async function startChild(tree: Tree, servers: Servers): Promise<ChildProcess> {
  const child = spawnGuarded(process.execPath, ['tests/mutants/lane.ts'], {
    cwd: tree.root,
    env: { ...process.env, MUTANTS_SERVERS: JSON.stringify(servers), NODE_ENV: 'test', FULL_TEST: '1' },
    stdio: ['ignore', 'ignore', process.env.MUTANTS_DEBUG ? 'inherit' : 'ignore', 'ipc'],
    endSignal: 'SIGKILL',
  })
  const waitController = new AbortController()
  await Promise.race([
    once(child, 'message', waitController),
    once(child, 'exit', waitController).then(() =>
      Promise.reject(new Error('the test process did not begin')),
    ),
  ]).finally(() => waitController.abort())
  return child
}

/** Waits this many seconds and then returns undefined. */
function timeoutAfter(seconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), seconds * 1000).unref())
}
