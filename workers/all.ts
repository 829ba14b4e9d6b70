import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import { readSettings, shareConnections } from '#services/core/start-process.ts'

/**
 * API, bot and workers as one process, for a machine with little memory. Each part is the program that otherwise runs
 * alone; here they share the connections to Postgres and Redis. A part that ends takes the process with it, so that
 * whoever watches the process starts all of them again.
 */

/** Time in milliseconds for which connections of processes that have just ended may still be open. */
const patienceMs = 10_000

/** Returns the names of other processes that are connected to the database. */
async function findOthers(url: string): Promise<string[]> {
  const db = connect(url, { max: 1, name: 'otklik-look', queryTimeoutMs: patienceMs })
  try {
    const { rows } = await sql<{ name: string }>`
      select distinct replace(application_name, 'otklik-', '') as name from pg_stat_activity
      where datname = current_database()
        and application_name in ('otklik-api', 'otklik-bot', 'otklik-workers', 'otklik-all')
      order by 1`.execute(db)
    return rows.map(({ name }) => name)
  } finally {
    await db.destroy()
  }
}

/** Waits for Postgres as long as it takes. @throws if other processes stay */
async function refuseBesideOthers(url: string): Promise<void> {
  let deadline: number | undefined
  for (; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const others = await findOthers(url).catch(() => undefined)
    if (others?.length === 0) return
    if (others === undefined) continue
    deadline ??= Date.now() + patienceMs
    if (Date.now() > deadline)
      throw new Error(
        `Other processes of the product work with this database: ${others.join(', ')}. End them first, or start with --beside-others.`,
      )
  }
}

const { values } = parseArgs({
  options: { 'beside-others': { type: 'boolean', default: false } },
  strict: false,
})

let areStarted = false
let isEnding = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    isEnding = true
    // A part that has started ends by itself; before that nothing is under way.
    if (!areStarted) process.exit(0)
  })

/** A part that ends by itself, as the bot does when Telegram gives no more updates, ends the others too. */
function endTogether(): void {
  if (isEnding) return
  process.exitCode ??= 1
  process.kill(process.pid, 'SIGTERM')
}

if (!values['beside-others'])
  await refuseBesideOthers(readSettings('all').DATABASE_URL).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
shareConnections(endTogether)
// A part that cannot start throws, and ends the process as it does where it is alone.
await Promise.all([
  import('#services/api/main.ts'),
  import('#services/bot/main.ts'),
  import('#workers/main.ts'),
])
areStarted = true
