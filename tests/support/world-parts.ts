import { once } from 'node:events'
import { hasEnded, signalGroup } from '#stand-ins/infra/processes.ts'
import { type Environment, originOf, type Place } from '#stand-ins/launcher/environment.ts'
import { waitForAnswer } from '#stand-ins/launcher/health.ts'
import type { Running } from '#stand-ins/launcher/keep-running.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries, type Role } from '#stand-ins/launcher/paths.ts'

/** Something of a world that can be killed and started again. */
export interface Part {
  start(): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A part around a starter; `ready` says when what was started can be used. */
export function startable(
  launch: () => Promise<Running>,
  ready: () => Promise<void>,
  running?: Running,
): Part {
  let current = running
  const start = async () => {
    current = await launch()
    await ready()
  }
  const stop = async () => {
    await current?.stop()
    current = undefined
  }
  const kill = async () => {
    const victim = current?.process
    if (!victim?.pid || hasEnded(victim)) return
    const ended = once(victim, 'exit')
    signalGroup(victim.pid, 'SIGKILL')
    await ended
  }
  const restart = async () => {
    await stop()
    await start()
  }
  return { start, stop, kill, restart }
}

/** One process of the product or a stand-in. */
export async function processPart(role: Role, env: Environment, place: Place, logs: string): Promise<Part> {
  const say = () => undefined
  const launch = await nodeProcess({ name: role, entry: entries[role], env, logs, say })
  return startable(launch, () => readiness(role, place))
}

async function readiness(role: Role, place: Place): Promise<void> {
  // Alive rather than ready: a world whose Redis was killed has a living API that is not ready.
  if (role === 'api') await waitForAnswer(`${originOf(place.api_port)}/health/live`)
  if (role === 'telegram') await waitForAnswer(`${originOf(place.telegram_port)}/__desk/api/config`)
  if (role === 'robokassa') await waitForAnswer(`${originOf(place.robokassa_port)}/_book`)
}
