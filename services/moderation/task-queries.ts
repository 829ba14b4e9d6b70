import type { Db } from '#db/index.ts'

/** The review of a listing that waits now, else the latest one. */
export function findTaskOf(db: Db, listing_id: number): Promise<number | undefined> {
  return latest(db, 'listing', 'listing_id', listing_id)
}

export function findTaskOfRevision(db: Db, revision_id: number): Promise<number | undefined> {
  return latest(db, 'revision', 'revision_id', revision_id)
}

export function findTaskOfReport(db: Db, report_id: number): Promise<number | undefined> {
  return latest(db, 'report', 'report_id', report_id)
}

async function latest(
  db: Db,
  subject: 'listing' | 'revision' | 'report',
  column: 'listing_id' | 'revision_id' | 'report_id',
  id: number,
): Promise<number | undefined> {
  const task = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where(column, '=', id)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return task?.id
}

/** Every review of a listing and of its edits that the moderators' chat shows. */
export async function listCardsOf(db: Db, listing_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('subject', 'in', ['listing', 'revision'])
    .where('message_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
