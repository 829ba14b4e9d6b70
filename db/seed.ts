import { sql } from 'kysely'
import { type DemoOptions, fillDemo } from './demo/fill.ts'
import { DemoRefused, markAsDemo } from './demo-mark.ts'
import { connect } from './index.ts'
import { fillReference } from './reference/fill.ts'

/** `staff` gives people of the demo roles in the staff; only beside the stand-ins. */
type SeedOptions = { demo?: boolean } & Partial<DemoOptions>

/**
 * Fills the reference lists and, on request, the demo market: a small one that shows every state, or the large one of
 * `npm start`. Filling again changes only the names of the reference lists, to those of this version, and adds what the
 * market of this version has more.
 * @throws DemoRefused if the market is requested for a database with people in it
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
      const { now = new Date(), large = false, files } = options
      await fillDemo(tx, { now, staff, large, files })
    })
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  const isDemo = process.argv.includes('--demo')
  const { FILES_DIR, APP_ORIGIN } = process.env
  const files = FILES_DIR && APP_ORIGIN ? { folder: FILES_DIR, origin: APP_ORIGIN } : undefined
  if (isDemo && process.env.NODE_ENV === 'production')
    throw new Error('The demo market is not for production')
  await seed(url, { demo: isDemo, staff: true, large: true, files }).catch((error) => {
    if (!(error instanceof DemoRefused)) throw error
    process.stderr.write(`${error.message} \`npm start -- --fresh\` forgets what is there and starts over.\n`)
    process.exitCode = 1
  })
}
