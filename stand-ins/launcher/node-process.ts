import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnGuarded, stopProcess } from '../infra/processes.ts'
import { programOf } from './builds.ts'
import type { Environment } from './environment.ts'
import { waitForAnswer } from './health.ts'
import { keepJournal } from './journal.ts'
import type { Running } from './keep-running.ts'
import { root } from './paths.ts'

type Say = (text: string) => void

/** The product's processes finish what they have begun; only then are they cut off. */
const grace = 10_000
const longestStart = 60_000

/**
 * Of each process of ours, as docker-compose.yml says it too. Where there is much memory V8 would let garbage lie until it
 * were several times what lives: an API held twice the memory and answered no faster.
 */
export const heapBounds = ['--max-old-space-size=512', '--max-semi-space-size=8']

/** glibc would keep an arena for each thread and what pieces of some size leave behind: 40 MB of an API. */
export const mallocBounds = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Code compiled once is kept for the next start; a process that needs nothing compiled has no compiler of TypeScript in it. */
export const compiled = path.join(root, 'node_modules/.cache/compiled')

export interface NodeProcess {
  name: string
  entry: string
  env: Environment
  /** Folder of its log. */
  logs: string
  /** The address that answers when the process can be used; without it the process says `ready` in its log. */
  ready?: string
  /** The checkout whose process it is; ours by default. */
  folder?: string
  /** Starts anew whenever a file that it has read changes. */
  watch?: boolean
  /** Hears its warnings and errors. */
  say?: Say
}

/** A starter for one of our Node processes; each start adds to the same log. */
export async function nodeProcess(wanted: NodeProcess): Promise<() => Promise<Running>> {
  const { name, entry, env, logs, ready, watch, folder = root, say = () => undefined } = wanted
  const log = path.join(logs, `${name}.log`)
  await mkdir(logs, { recursive: true })
  await rm(log, { force: true })
  const listen = keepJournal(name, log, say)
  // What changes under its hands, and what an older release may not have, is run from its sources.
  const program = watch || folder !== root ? entry : await programOf(entry)
  return async () => {
    const child = spawnGuarded(
      process.execPath,
      [...heapBounds, ...(watch ? ['--watch', '--watch-preserve-output'] : []), program],
      {
        cwd: folder,
        env: { ...inherited(), ...mallocBounds, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const announced = listen(child)
    const stop = () => stopProcess(child, 'SIGTERM', grace)
    try {
      const told = `${name} was not ready, see ${log}`
      await Promise.race([ready ? waitForAnswer(ready) : announced, end(child, told), timeOut(told)])
    } catch (error) {
      await stop()
      throw error
    }
    return { process: child, stop }
  }
}

async function end(child: ChildProcess, complaint: string): Promise<never> {
  await once(child, 'exit')
  throw new Error(complaint)
}

async function timeOut(complaint: string): Promise<never> {
  await sleep(longestStart, undefined, { ref: false })
  throw new Error(complaint)
}

/** Runs a command to its end. @throws with its last words when it fails */
export async function runToEnd(name: string, args: string[], env: Environment): Promise<void> {
  const child = spawnGuarded(process.execPath, args, {
    cwd: root,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} failed:\n${said.trim()}`)
}

/** The surroundings without a stray NODE_ENV: what runs beside stand-ins is never production. */
function inherited(): Environment {
  const env = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return { NODE_COMPILE_CACHE: compiled, ...Object.fromEntries(env), NODE_ENV: 'development' }
}
