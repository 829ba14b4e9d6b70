import { sql } from 'kysely'
import { fillDemo } from './demo/fill.ts'
import { DemoRefused, markAsDemo } from './demo-mark.ts'
import { connect } from './index.ts'
import { fillReference } from './reference/fill.ts'

type SeedOptions = {
  demo?: boolean
  /** True gives demo people roles in the staff. Only a demo with the stand-ins of Telegram and Robokassa does so. */
  staff?: boolean
  /** Time from which the demo market is dated. */
  now?: Date
}

/**
 * Fills the reference lists and, on request, a small demo market. A later run changes only the names in the reference
 * lists, to those of this version.
 * @throws DemoRefused if the demo market is requested for a database with people in it
 */
export async function seed(url: string, options: SeedOptions = {}): Promise<void> {
  const db = connect(url, { max: 1, name: 'otklik-seed' })
  try {
    await db.transaction().execute(async (tx) => {
      // The lock makes simultaneous seeds run one after another, because both would find an empty database.
      await sql`select pg_advisory_xact_lock(hashtext('otklik-seed'))`.execute(tx)
      await fillReference(tx)
      if (!options.demo) return
      const { staff } = await markAsDemo(tx, { staff: options.staff ?? false })
      await fillDemo(tx, { now: options.now ?? new Date(), staff })
    })
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  const isDemo = process.argv.includes('--demo')
  if (isDemo && process.env.NODE_ENV === 'production')
    throw new Error('The demo market is not for production')
  await seed(url, { demo: isDemo, staff: true }).catch((error) => {
    if (!(error instanceof DemoRefused)) throw error
    process.stderr.write(`${error.message} \`npm start -- --fresh\` forgets what is there and starts over.\n`)
    process.exitCode = 1
  })
}
