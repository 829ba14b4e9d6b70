import { sql } from 'kysely'
import { fillDemo } from './demo/fill.ts'
import { connect } from './index.ts'
import { fillReference } from './reference/fill.ts'

/**
 * Fills reference lists and, on request, a small market to look at. Repeating it changes nothing that is there.
 * @param now moment the demo market is dated from
 */
export async function seed(url: string, options: { demo?: boolean; now?: Date } = {}): Promise<void> {
  const db = connect(url, { max: 1, name: 'otklik-seed' })
  try {
    await db.transaction().execute(async (tx) => {
      // Two seeds at once would both find nothing.
      await sql`select pg_advisory_xact_lock(hashtext('otklik-seed'))`.execute(tx)
      await fillReference(tx)
      if (options.demo) await fillDemo(tx, options.now ?? new Date())
    })
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  await seed(url, { demo: process.argv.includes('--demo') })
}
