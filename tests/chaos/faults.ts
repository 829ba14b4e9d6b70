import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WorldOptions } from '#tests/support/servers/world.ts'
import { clockJump, type FaultName, fullDisk, spentConnections, stopping } from './blows.ts'
import type { Blow } from './fault.ts'
import { makePlans, type Plan, victims } from './plan.ts'
import { type Arena, changeAudience, openArena, perform, type RunReport } from './run.ts'

const hourMs = 60 * 60_000
/** Megabytes: enough for a new database and its log. The fault fills the rest. */
const diskMb = 600
/** Long enough that every order of the run meets the fault. */
const lasting = { kill_at_ms: 500, away_ms: 4000 }

/**
 * Sells orders during a fault of the machine, and audits the books after its end.
 * @returns violations, in words
 */
export async function runFaults(
  names: FaultName[],
  seed: number,
  say: (line: string) => void,
): Promise<string[]> {
  const broken: string[] = []
  for (const name of names) {
    const folder = await mkdtemp(path.join(tmpdir(), 'otklik-fault-'))
    const clock = path.join(folder, 'clock')
    await writeFile(clock, '0')
    const arena = await openArena(worldFor(name, clock))
    try {
      for (const [index, [blow, plan]] of blowsOf(name, arena, clock, seed).entries()) {
        if (index > 0) await changeAudience(arena)
        const report = await perform(arena, plan, `${name} ${index + 1}`, blow)
        say(tell(blow, report))
        for (const line of report.broken) say(`  BROKEN ${line}`)
        if (report.broken.length > 0) say(`  Logs: ${arena.world.logs}`)
        broken.push(...report.broken)
      }
    } finally {
      await arena.stop()
      await rm(folder, { recursive: true })
    }
  }
  return broken
}

function worldFor(name: FaultName, clock: string): WorldOptions {
  const preload = pathToFileURL(path.join(import.meta.dirname, 'moved-clock.js'))
  if (name === 'clock') return { env: { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK: clock } }
  return name === 'disk' ? { disk_mb: diskMb } : {}
}

function blowsOf(name: FaultName, { world }: Arena, clock: string, seed: number): [Blow, Plan][] {
  const stopped = victims.find((victim) => name === `stopped-${victim}`)
  const blows = stopped
    ? [stopping(world, stopped)]
    : name === 'clock'
      ? [clockJump(clock, hourMs), clockJump(clock, -hourMs)]
      : [name === 'disk' ? fullDisk(world) : spentConnections(world)]
  const plans = makePlans(blows.length, seed)
  // With any of these faults, Postgres may fail to record a sent message, which is then sent again.
  const victim = stopped ?? 'postgres'
  return blows.map((blow, index) => {
    const plan = { ...(plans[index] as Plan), ...lasting, victim }
    // With a clock behind Telegram's, nobody can confirm a phone, so nobody can respond.
    return [blow, name === 'clock' && index === 1 ? { ...plan, boosts: [] } : plan]
  })
}

function tell({ what }: Blow, { broken, repeated, unknown, recovered_ms, ms }: RunReport): string {
  const end = broken.length > 0 ? 'BROKEN' : 'nothing lost, nothing twice'
  return `${what}: ${end}; ready ${recovered_ms} ms after its end, quiet after ${ms} ms, ${repeated} repeated, ${unknown} unknown`
}
