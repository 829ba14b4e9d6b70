import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import { expectedHealthWithout, type MachineFault } from './fault.ts'
import { type Plan, stoppableServers } from './plan.ts'

/** Faults of a machine other than a killed process. */
export const faultNames = [
  ...stoppableServers.map((serverName) => `stopped-${serverName}` as const),
  'clock',
  'connections',
  'disk',
] as const
export type FaultName = (typeof faultNames)[number]

/**
 * Suspends a process with SIGSTOP and later resumes it. The process neither works nor ends, as on a machine without
 * free memory.
 */
export function stopFault(world: World, serverName: Plan['victim']): MachineFault {
  return {
    description: `${serverName} was stopped`,
    begin: () => world.freeze(serverName),
    end: () => world.thaw(serverName),
    expectedHealth: expectedHealthWithout(serverName),
  }
}

/**
 * Shifts the clocks of API, bot and workers, and later sets them right. The clocks of Postgres, Telegram and the
 * provider stay right.
 */
export function clockFault(file: string, ms: number): MachineFault {
  return {
    description: `the clock was ${ms} ms off`,
    begin: () => writeFile(file, String(ms)),
    end: () => writeFile(file, '0'),
    expectedHealth: { live: true, ready: true, redis: true },
  }
}

/** Refuses the product any new connection to Postgres and ends its open connections. Later allows connections again. */
export function connectionsFault(world: World): MachineFault {
  const role = decodeURIComponent(new URL(world.env.DATABASE_URL ?? '').username)
  const limitConnections = async (connections: number) => {
    const owner = connect(world.owner_url, { max: 1 })
    await sql`alter role ${sql.id(role)} connection limit ${sql.lit(connections)}`.execute(owner)
    if (connections === 0)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(owner)
    await owner.destroy()
  }
  return {
    description: 'no connection was left',
    begin: () => limitConnections(0),
    end: () => limitConnections(-1),
    expectedHealth: { live: true, ready: false },
  }
}

/** Fills the disk of Postgres and later frees it. Postgres can still read while its disk is full. */
export function diskFault({ disk, owner_url }: World): MachineFault {
  if (!disk) throw new Error('this world has no disk of its own')
  const ballast = path.join(disk, 'ballast')
  return {
    description: 'the disk of Postgres was full',
    begin: async () => {
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'], { stdio: 'ignore' })
      } catch {
        // `dd` exits with an error when the disk is full, which is the purpose here.
      }
      const db = connect(owner_url, { max: 1 })
      const growth = sql`create table grown as select generate_series(1, 100000)`.execute(db)
      const postgresError = await growth.then(
        () => 'nothing',
        (error: Error) => error.message,
      )
      await db.destroy()
      if (!postgresError.includes('No space left'))
        throw new Error(`the disk is not full: Postgres says ${postgresError}`)
    },
    end: () => rm(ballast),
    expectedHealth: { live: true, ready: true, room: false },
  }
}
