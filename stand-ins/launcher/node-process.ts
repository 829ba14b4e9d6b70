import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnGuarded, stopProcess } from '../infra/processes.ts'
import { programOf } from './builds.ts'
import type { Environment } from './environment.ts'
import { waitForResponse } from './health.ts'
import { writeLog } from './journal.ts'
import type { RunningProcess } from './keep-running.ts'
import { root } from './paths.ts'

type PrintLine = (text: string) => void

/** Time in which the product's processes may finish their work before SIGKILL. */
const graceMs = 10_000
const startTimeoutMs = 60_000

/**
 * Heap limits of each process, the same as in docker-compose.yml. With much memory V8 would delay garbage
 * collection: an API used twice the memory and was not faster.
 */
export const heapLimits = ['--max-old-space-size=512', '--max-semi-space-size=8']

/**
 * Settings of glibc's memory allocator. By default it keeps a memory arena per thread and freed chunks, about 40 MB for
 * an API process.
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Folder of Node's compile cache, which speeds up the next start. If all modules are cached, a process does not load
 * the TypeScript compiler.
 */
export const compileCacheFolder = path.join(root, 'node_modules/.cache/compiled')

export interface NodeProcess {
  name: string
  entry: string
  env: Environment
  /** Folder for the log file of the process. */
  logFolder: string
  /** URL that responds once the process is ready. Without a URL, the process must log `ready`. */
  readyUrl?: string
  /** Folder of the checkout whose code the process runs; defaults to this checkout. */
  folder?: string
  /** If true, the process restarts when a file that it has loaded changes. */
  watch?: boolean
  /** Function that receives the warnings and errors of the process. */
  printLine?: PrintLine
}

/** Creates a function that starts one of our Node processes; all starts append to the same log. */
export async function nodeProcess(options: NodeProcess): Promise<() => Promise<RunningProcess>> {
  const { name, entry, env, logFolder, readyUrl, watch, folder = root, printLine = () => undefined } = options
  const log = path.join(logFolder, `${name}.log`)
  await mkdir(logFolder, { recursive: true })
  await rm(log, { force: true })
  const attachLog = writeLog(name, log, printLine)
  // Watched processes and other releases run from their sources, because their bundle may be outdated or missing.
  const program = watch || folder !== root ? entry : await programOf(entry)
  return async () => {
    const child = spawnGuarded(
      process.execPath,
      [...heapLimits, ...(watch ? ['--watch', '--watch-preserve-output'] : []), program],
      {
        cwd: folder,
        env: { ...inheritedEnvironment(), ...mallocSettings, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const readyLogged = attachLog(child)
    const stopChild = () => stopProcess(child, 'SIGTERM', graceMs)
    try {
      const errorText = `${name} was not ready, see ${log}`
      await Promise.race([
        readyUrl ? waitForResponse(readyUrl) : readyLogged,
        rejectOnExit(child, errorText),
        rejectOnTimeout(errorText),
      ])
    } catch (error) {
      await stopChild()
      throw error
    }
    return { process: child, stop: stopChild }
  }
}

async function rejectOnExit(child: ChildProcess, errorText: string): Promise<never> {
  await once(child, 'exit')
  throw new Error(errorText)
}

async function rejectOnTimeout(errorText: string): Promise<never> {
  await sleep(startTimeoutMs, undefined, { ref: false })
  throw new Error(errorText)
}

/** Runs a command to its end. @throws with its output if it fails */
export async function runToEnd(name: string, args: string[], env: Environment): Promise<void> {
  const child = spawnGuarded(process.execPath, args, {
    cwd: root,
    env: { ...inheritedEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} failed:\n${output.trim()}`)
}

/** The inherited environment with NODE_ENV `development`: stand-ins never run in production. */
function inheritedEnvironment(): Environment {
  const env = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return { NODE_COMPILE_CACHE: compileCacheFolder, ...Object.fromEntries(env), NODE_ENV: 'development' }
}
