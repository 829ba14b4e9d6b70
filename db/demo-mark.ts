import { type Kysely, sql } from 'kysely'
import type { Db, Tx } from './index.ts'

/**
 * First Telegram id of demo people. Telegram's real ids have at most 52 bits, so no real account has this id.
 * JavaScript represents it exactly.
 */
export const firstDemoId = 2 ** 52

export const isDemoId = (telegram_id: number) => telegram_id >= firstDemoId

/**
 * Reads the mark of a demo database; undefined for a real installation. `staff` is true if `npm start` runs the demo
 * together with the stand-ins of Telegram and Robokassa.
 */
export async function readDemoMark(db: Db | Tx): Promise<{ staff: boolean } | undefined> {
  return db.selectFrom('demo_mark').select('staff').executeTakeFirst()
}

export class DemoRefused extends Error {}

/**
 * Marks an empty installation as a demo. An existing mark stays unchanged.
 * @throws DemoRefused if people, listings or payments exist, or if the existing demo has no staff although `npm start`
 * needs it
 */
export async function markAsDemo(tx: Tx, mark: { staff: boolean }): Promise<{ staff: boolean }> {
  const storedMark = await readDemoMark(tx)
  if (storedMark) {
    if (mark.staff && !storedMark.staff)
      throw new DemoRefused('The demo market of this database has no staff, which `npm start` needs.')
    return storedMark
  }
  // The table lock makes simultaneous registrations wait until the demo market is filled.
  await sql`lock table users, listings, payments in share row exclusive mode`.execute(tx)
  if (await isUsed(tx))
    throw new DemoRefused('This database has people, listings or payments, and is not one of the demo.')
  return tx.insertInto('demo_mark').values(mark).returning('staff').executeTakeFirstOrThrow()
}

async function isUsed(db: Kysely<never> | Tx): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean
  }>`select exists (select from users) or exists (select from listings)
    or exists (select from payments) as used`.execute(db)
  return rows[0]?.used ?? true
}
