import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openMoneyWorld } from '#tests/money/world.ts'
import { serversOfOne } from '#tests/support/servers/world-servers.ts'
import { runSeason } from './season.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    authors: { type: 'string', default: '500' },
    freelancers: { type: 'string', default: '2000' },
  },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const folder = await mkdtemp(path.join(tmpdir(), 'otklik-season-'))
// The system user `postgres` must be able to enter the folder. Otherwise the data would be written to /var/lib.
await chmod(folder, 0o755)
const servers = await serversOfOne(folder)
const world = await openMoneyWorld(servers)
let hasFailed = true
try {
  const size = { days: Number(values.days), seed: Number(values.seed) }
  const people = { authors: Number(values.authors), freelancers: Number(values.freelancers) }
  printLine(
    `Seed ${size.seed}, ${size.days} days, ${people.authors} authors, ${people.freelancers} freelancers`,
  )
  const startedAt = Date.now()
  const { problems, table } = await runSeason(world, { ...size, ...people }, printLine)
  for (const line of table) printLine(line)
  for (const words of problems) printLine(`BROKEN ${words}`)
  printLine(
    `${problems.length} broken promises in ${Math.round((Date.now() - startedAt) / 1000)} s, seed ${size.seed}`,
  )
  hasFailed = problems.length > 0
} finally {
  await world.close()
  for (const [, server] of servers.parts) await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(hasFailed ? 1 : 0)
