import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { hasEnded, signalGroup } from '#stand-ins/infra/processes.ts'
import { type Deployment, type Environment, originOf } from '#stand-ins/launcher/environment.ts'
import type { RunningProcess } from '#stand-ins/launcher/keep-running.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries, type Role } from '#stand-ins/launcher/paths.ts'

/** A server or process that a test can kill and restart. */
export interface ServerControl {
  /** Id of the process that runs now. Signals are sent to its children too. */
  pid(): number
  start(): Promise<void>
  kill(): Promise<void>
  /** Suspends the process and its children. `thaw` resumes them. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Returns the control of a server or process that `launch` starts. */
export function controlOf(launch: () => Promise<RunningProcess>, running?: RunningProcess): ServerControl {
  let current = running
  const startProcess = async () => {
    current = await launch()
  }
  const stopProcess = async () => {
    await current?.stop()
    current = undefined
  }
  const kill = async () => {
    const process = current?.process
    if (!process?.pid || hasEnded(process)) return
    const exit = once(process, 'exit')
    signalGroup(process.pid, 'SIGKILL')
    await exit
  }
  const sendSignal = async (signal: 'SIGSTOP' | 'SIGCONT') => {
    const { pid } = current?.process ?? {}
    // The children of Postgres have process groups of their own, so each is signalled separately.
    for (const childPid of pid ? [pid, ...childrenOf(pid)] : []) signalGroup(childPid, signal)
  }
  const restartProcess = async () => {
    await stopProcess()
    await startProcess()
  }
  const pid = () => current?.process.pid ?? 0
  return {
    pid,
    start: startProcess,
    stop: stopProcess,
    kill,
    restart: restartProcess,
    freeze: () => sendSignal('SIGSTOP'),
    thaw: () => sendSignal('SIGCONT'),
  }
}

const childrenOf = (pid: number) =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)

/** Returns the control of one process of the product, or of a stand-in. */
export async function processPart(
  role: Role,
  env: Environment,
  deployment: Deployment,
  logs: string,
  entry: string = entries[role],
): Promise<ServerControl> {
  const checkReady = readiness(role, deployment)
  return controlOf(await nodeProcess({ name: role, entry, env, logFolder: logs, readyUrl: checkReady }))
}

/** Returns a URL that answers as soon as the process is usable; undefined if there is no such URL. */
function readiness(role: Role, deployment: Deployment): string | undefined {
  // The API counts as started as soon as it is alive. It would not become ready while Redis is killed.
  if (role === 'api') return `${originOf(deployment.api_port)}/health/live`
  if (role === 'telegram') return `${originOf(deployment.telegram_port)}/__desk/api/config`
  if (role === 'robokassa') return `${originOf(deployment.robokassa_port)}/_movements`
  return undefined
}
