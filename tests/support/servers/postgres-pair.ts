import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import { startPostgres } from '#stand-ins/infra/postgres.ts'
import { changeOwner, prepareHome, removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { openGate } from './gate.ts'
import { fillDatabase } from './infrastructure-databases.ts'
import { controlOf, type ServerControl } from './world-parts.ts'

/**
 * Starts a Postgres as hosting providers run it: a primary, a synchronous standby, and one address that leads to the
 * current primary. Killing the pair kills the primary. Restarting the pair promotes the standby.
 */
export async function startPair(
  folder: string,
): Promise<{ url: string; standby_url: string; control: ServerControl }> {
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'standby')]
  const primaryOnly = await startPostgres(first)
  await fillDatabase(primaryOnly.url)
  await primaryOnly.stop()
  await copyServer(first, second, primaryOnly.url)
  const settings = { synchronous_standby_names: '*', synchronous_commit: 'on' }
  const primary = controlOf(() => startPostgres(first, primaryOnly.port, { settings }))
  await primary.start()
  const standby = await startPostgres(second)
  await isSynchronous(primaryOnly.url)
  const gate = await openGate(primaryOnly.port)
  const failOver = async () => {
    const db = connect(standby.url, { max: 1 })
    await sql`select pg_promote()`.execute(db)
    await db.destroy()
    gate.switchTo(standby.port)
  }
  const killServer = async () => {
    await primary.kill()
    gate.cut()
  }
  const stopServers = async () => {
    gate.close()
    await Promise.all([primary.stop(), standby.stop()])
    await Promise.all([removePostgres(first), removePostgres(second)])
  }
  const url = new URL(primaryOnly.url)
  url.port = String(gate.port)
  return {
    url: url.href,
    standby_url: standby.url,
    control: { ...primary, kill: killServer, restart: failOver, stop: stopServers },
  }
}

/** Copies a stopped Postgres server. The copy will start as the standby of the original. */
async function copyServer(from: string, to: string, url: string): Promise<void> {
  const [source, target] = [await prepareHome(from), await prepareHome(to)]
  await mkdir(path.dirname(target.data), { recursive: true })
  await promisify(execFile)('cp', ['-a', source.data, target.data])
  await cp(path.join(from, 'password'), path.join(to, 'password'))
  const { username, password, port } = new URL(url)
  const primaryAddress = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  const files = { 'standby.signal': '', 'postgresql.auto.conf': `primary_conninfo = '${primaryAddress}'\n` }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(target.data, name), text)
    await changeOwner(path.join(target.data, name), target.owner)
  }
}

async function isSynchronous(url: string): Promise<void> {
  const db = connect(url, { max: 1 })
  try {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const { rows } = await sql`select from pg_stat_replication where sync_state = 'sync'`.execute(db)
      if (rows.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('the standby does not follow')
  } finally {
    await db.destroy()
  }
}
