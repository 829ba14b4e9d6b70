import type { Db } from '#db/index.ts'

/** Finds the latest moderation task of a listing. An undecided task is always the latest. */
export function findListingTask(db: Db, listing_id: number): Promise<number | undefined> {
  return findLatest(db, 'listing', 'listing_id', listing_id)
}

export function findRevisionTask(db: Db, revision_id: number): Promise<number | undefined> {
  return findLatest(db, 'revision', 'revision_id', revision_id)
}

export function findReportTask(db: Db, report_id: number): Promise<number | undefined> {
  return findLatest(db, 'report', 'report_id', report_id)
}

async function findLatest(
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

/** Finds the ids of all tasks about a listing and its edits that have a review card in the moderators' chat. */
export async function listChatCards(db: Db, listing_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('subject', 'in', ['listing', 'revision'])
    .where('message_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
