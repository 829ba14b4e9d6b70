import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serveDatabase, serveRedis } from '#tests/support/servers/infrastructure-servers.ts'
import { announceServers, readKeptServers, withdrawServers } from '#tests/support/servers/kept-servers.ts'

/**
 * `npm run test-servers`: starts a Postgres and a Redis that keep running between test runs. A run of one test file
 * then starts no server and migrates no database.
 */
const other = await readKeptServers()
if (other) {
  process.stderr.write(`Servers for tests already run in process ${other.pid}.\n`)
  process.exit(1)
}
const folder = await mkdtemp(path.join(tmpdir(), 'otklik-test-servers-'))
// The system user `postgres` must be able to enter the folder. Otherwise the data would be written to /var/lib.
await chmod(folder, 0o755)
const [database, redis] = await Promise.all([serveDatabase(folder), serveRedis(folder)])
await announceServers({ pid: process.pid, database_url: database.url, redis_url: redis.url })
process.stdout.write('Postgres and Redis for tests run until Ctrl-C; `npm test` finds them by itself.\n')
const interval = setInterval(() => undefined, 60_000)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')])
clearInterval(interval)
await withdrawServers()
await Promise.all([database.stop(), redis.stop()])
await rm(folder, { recursive: true, force: true })
