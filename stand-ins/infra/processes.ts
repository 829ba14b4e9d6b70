import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { unwatch, watch } from './guard.ts'

/**
 * Starts a process in its own process group, so that Ctrl-C does not reach the new process directly. The new process
 * never outlives this process, see guard.ts.
 */
export function spawnGuarded(
  command: string,
  args: string[],
  options: SpawnOptions & { endSignal?: NodeJS.Signals } = {},
): ChildProcess {
  const { endSignal = 'SIGTERM', ...rest } = options
  const child = spawn(command, args, { ...rest, detached: true })
  const group = child.pid
  if (group !== undefined) {
    watch(group, endSignal)
    child.once('exit', () => unwatch(group))
  }
  return child
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/**
 * Sends a signal to the whole process group, and kills the group after `grace` milliseconds. Resolves when the process
 * has ended.
 */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM', graceMs = 5000) {
  if (child.pid === undefined || hasEnded(child)) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  signalGroup(child.pid, signal)
  const killTimer = setTimeout(() => child.pid && signalGroup(child.pid, 'SIGKILL'), graceMs)
  await exit
  clearTimeout(killTimer)
}

/** Sends a signal to a process group. A group that has already ended is ignored. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // ESRCH: the process group ended before the signal was sent.
  }
}

/** Command line of a running process; '' if there is none or it is unreadable. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    const result = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return result.stdout?.trim() ?? ''
  }
}

/** Returns a free port below the ephemeral range. Another program could take an ephemeral port before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

export function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Polls `ready` until it is true; false if the process ends or the timeout expires. */
export async function waitUntil(ready: () => Promise<boolean>, child: ChildProcess, timeoutMs: number) {
  const end = Date.now() + timeoutMs
  while (!hasEnded(child)) {
    if (await ready()) return true
    if (Date.now() > end) return false
    await sleep(25)
  }
  return false
}
