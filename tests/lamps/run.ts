import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { alarmRules } from '#services/operations/alarms/list.ts'
import { type Client, newClient } from '#tests/chaos/client.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import type { LampFault } from './faults.ts'
import { type Lamps, lastChatMessage, readLamps } from './lamps.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

export interface LampReport {
  name: string
  /** Troubles told during the fault, without those told before it. */
  told: Lamps
  /** Seconds after the end of the fault until everything is told as before it. */
  dark_s: number
  /** Lamps that should have told and did not, or that still tell long after the end, in words. */
  lies: string[]
}

export interface LampRun {
  /** Seconds of each fault before the lamps are read. */
  seconds: number
  printLine: (line: string) => void
}

const maxRecoveryMs = 120_000
/** Alerts about the last minutes: they rightly hold for some minutes after the end of a fault. */
const windowedAlerts = alarmRules.filter(({ expr }) => expr.includes('m]')).map(({ alert }) => alert)

/** Starts the whole product and causes each fault in turn. @returns one report per fault */
export async function tryLamps(faults: LampFault[], { seconds, printLine }: LampRun): Promise<LampReport[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-lamps-'))
  const world = await startWorld({ own_servers: true, ops_ports: true })
  let prometheus: Prometheus | undefined
  try {
    prometheus = await startPrometheus(folder, Object.values(world.operations))
    if (!prometheus) printLine('No Prometheus is installed, so its alerts are not asked.')
    const reports: LampReport[] = []
    for (const fault of faults) {
      // One person may not post and upload for a whole run, so each fault has another one.
      const client = await newClient(world, 'Анна')
      const report = await tryFault({ world, client, prometheus }, fault, seconds)
      printLine(`${fault.name}: ${report.lies.join('; ') || 'told'}`)
      reports.push(report)
    }
    return reports
  } finally {
    await prometheus?.stop()
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Place = { world: World; client: Client; prometheus: Prometheus | undefined }

async function tryFault(place: Place, fault: LampFault, seconds: number): Promise<LampReport> {
  const { world, client, prometheus } = place
  const chatBefore = await lastChatMessage(world)
  const read = () => readLamps(world, client, prometheus, chatBefore)
  const before = await read()
  await fault.begin(world)
  await sleep(seconds * 1000)
  const during = await read()
  const endedAt = Date.now()
  await fault.end(world)
  const told = without(during, before)
  const left = await untilDark(read, before)
  const lies = [
    ...fault.readiness
      .filter((name) => !told.readiness.some((line) => line.startsWith(name)))
      .map((name) => `the readiness of ${name} does not tell`),
    fault.doctor && !told.doctor.some((about) => fault.doctor?.test(about)) && 'doctor does not tell',
    fault.alert && told.alerts && !told.alerts.includes(fault.alert) && `${fault.alert} does not tell`,
    left && `still told ${maxRecoveryMs / 1000} s after its end: ${left}`,
  ].filter((line) => typeof line === 'string')
  return { name: fault.name, told, dark_s: Math.round((Date.now() - endedAt) / 1000), lies }
}

const lampNames = ['readiness', 'doctor', 'alerts', 'user'] as const

/** The lines of `lamps` that `before` does not contain. */
function without(lamps: Lamps, before: Lamps): Lamps {
  const newLines = (name: keyof Lamps) => lamps[name]?.filter((line) => !before[name]?.includes(line))
  return {
    readiness: newLines('readiness') ?? [],
    doctor: newLines('doctor') ?? [],
    chat: newLines('chat') ?? [],
    alerts: newLines('alerts'),
    user: newLines('user') ?? [],
  }
}

/** Waits until nothing is told that was not told before the fault. @returns what is still told at the end */
async function untilDark(read: () => Promise<Lamps>, before: Lamps): Promise<string | undefined> {
  for (const deadline = Date.now() + maxRecoveryMs; ; await sleep(3000)) {
    const still = without(await read(), before)
    const lines = lampNames
      .flatMap((name) => still[name] ?? [])
      .filter((line) => !windowedAlerts.includes(line))
    if (lines.length === 0) return undefined
    if (Date.now() > deadline) return lines.join(', ')
  }
}
