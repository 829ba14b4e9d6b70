import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WorldOptions } from '#tests/support/servers/world.ts'
import { clockFault, connectionsFault, diskFault, type FaultName, stopFault } from './blows.ts'
import type { MachineFault } from './fault.ts'
import { makePlans, type Plan, stoppableServers } from './plan.ts'
import { type ChaosWorld, changeAudience, openArena, type RunReport, runPlan } from './run.ts'

const hourMs = 60 * 60_000
/**
 * Size of the Postgres disk in megabytes: enough for a new database and its log. The fault fills the rest of the disk.
 */
const diskMb = 600
/** Start and duration of a fault in milliseconds. The fault lasts long enough to hit every order of the run. */
const faultTimes = { kill_at_ms: 500, downtime_ms: 4000 }

/**
 * Sells orders during a fault of the machine, and audits the payments after its end.
 * @returns violations, in words
 */
export async function runFaults(
  names: FaultName[],
  seed: number,
  printLine: (line: string) => void,
): Promise<string[]> {
  const violations: string[] = []
  for (const name of names) {
    const folder = await mkdtemp(path.join(tmpdir(), 'otklik-fault-'))
    const clock = path.join(folder, 'clock')
    await writeFile(clock, '0')
    const chaosWorld = await openArena(worldFor(name, clock))
    try {
      for (const [index, [fault, plan]] of faultsOf(name, chaosWorld, clock, seed).entries()) {
        if (index > 0) await changeAudience(chaosWorld)
        const report = await runPlan(chaosWorld, plan, `${name} ${index + 1}`, fault)
        printLine(describeRun(fault, report))
        for (const line of report.violations) printLine(`  BROKEN ${line}`)
        if (report.violations.length > 0) printLine(`  Logs: ${chaosWorld.world.logs}`)
        violations.push(...report.violations)
      }
    } finally {
      await chaosWorld.stop()
      await rm(folder, { recursive: true })
    }
  }
  return violations
}

function worldFor(name: FaultName, clock: string): WorldOptions {
  const preload = pathToFileURL(path.join(import.meta.dirname, 'moved-clock.js'))
  if (name === 'clock') return { env: { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK: clock } }
  return name === 'disk' ? { disk_mb: diskMb } : {}
}

function faultsOf(
  name: FaultName,
  { world }: ChaosWorld,
  clock: string,
  seed: number,
): [MachineFault, Plan][] {
  const stoppedProcess = stoppableServers.find((victim) => name === `stopped-${victim}`)
  const faults = stoppedProcess
    ? [stopFault(world, stoppedProcess)]
    : name === 'clock'
      ? [clockFault(clock, hourMs), clockFault(clock, -hourMs)]
      : [name === 'disk' ? diskFault(world) : connectionsFault(world)]
  const plans = makePlans(faults.length, seed)
  // With any of these faults, Postgres may fail to record that a message was sent. The message is then sent again.
  const stoppedServer = stoppedProcess ?? 'postgres'
  return faults.map((fault, index) => {
    const plan = { ...(plans[index] as Plan), ...faultTimes, victim: stoppedServer }
    // With a clock behind Telegram's clock, nobody can confirm a phone. Without a confirmed phone, nobody can respond.
    return [fault, name === 'clock' && index === 1 ? { ...plan, boosts: [] } : plan]
  })
}

function describeRun(
  { description }: MachineFault,
  { violations, repeated, unknown, recovered_ms, ms }: RunReport,
): string {
  const outcome = violations.length > 0 ? 'BROKEN' : 'nothing lost, nothing twice'
  return `${description}: ${outcome}; ready ${recovered_ms} ms after its end, quiet after ${ms} ms, ${repeated} repeated, ${unknown} unknown`
}
