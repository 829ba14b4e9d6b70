import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import { type Blow, expectedWithout } from './fault.ts'
import { type Plan, victims } from './plan.ts'

/** Faults of a machine, other than the death of a process. */
export const faultNames = [
  ...victims.map((victim) => `stopped-${victim}` as const),
  'clock',
  'connections',
  'disk',
] as const
export type FaultName = (typeof faultNames)[number]

/** Stops a process with SIGSTOP, as on a machine that swaps: it neither works nor dies. Later it resumes. */
export function stopping(world: World, victim: Plan['victim']): Blow {
  return {
    what: `${victim} was stopped`,
    begin: () => world.freeze(victim),
    end: () => world.thaw(victim),
    seen: expectedWithout(victim),
  }
}

/**
 * Shifts the clocks of API, bot and workers, and later restores them. Postgres, Telegram and the provider keep the
 * correct time.
 */
export function clockJump(file: string, ms: number): Blow {
  return {
    what: `the clock was ${ms} ms off`,
    begin: () => writeFile(file, String(ms)),
    end: () => writeFile(file, '0'),
    seen: { live: true, ready: true, redis: true },
  }
}

/** Leaves the product no connection to Postgres, and terminates the open ones. */
export function spentConnections(world: World): Blow {
  const role = decodeURIComponent(new URL(world.env.DATABASE_URL ?? '').username)
  const allow = async (connections: number) => {
    const owner = connect(world.owner_url, { max: 1 })
    await sql`alter role ${sql.id(role)} connection limit ${sql.lit(connections)}`.execute(owner)
    if (connections === 0)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(owner)
    await owner.destroy()
  }
  return {
    what: 'no connection was left',
    begin: () => allow(0),
    end: () => allow(-1),
    seen: { live: true, ready: false },
  }
}

/** Fills the disk of Postgres, and later frees it. Reads still work meanwhile. */
export function fullDisk({ disk, owner_url }: World): Blow {
  if (!disk) throw new Error('this world has no disk of its own')
  const ballast = path.join(disk, 'ballast')
  return {
    what: 'the disk of Postgres was full',
    begin: async () => {
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'], { stdio: 'ignore' })
      } catch {
        // `dd` fails when the disk is full.
      }
      const db = connect(owner_url, { max: 1 })
      const grown = sql`create table grown as select generate_series(1, 100000)`.execute(db)
      const told = await grown.then(
        () => 'nothing',
        (error: Error) => error.message,
      )
      await db.destroy()
      if (!told.includes('No space left')) throw new Error(`the disk is not full: Postgres says ${told}`)
    },
    end: () => rm(ballast),
    seen: { live: true, ready: true, room: false },
  }
}
