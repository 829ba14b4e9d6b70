import { responseStatusesBefore } from '#contract/lifecycle.ts'
import type { Db, Tx } from '#db/index.ts'
import { type Content, type CurrentContent, readContent } from '#services/listings/content/columns.ts'
import { bigChange } from '#services/listings/content/edit-size.ts'
import { reasonText } from '#services/moderation/card/text.ts'
import { translateFor, withButton } from '#services/notifications/format.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'

/**
 * States of responses whose senders are notified of an approved edit. Such a response waits for the author's decision,
 * or its sender is the executor.
 */
export const notifiedStatuses = [...new Set([...responseStatusesBefore('pass'), 'chosen' as const])]

export async function findApprovedEdit(db: Db, revision_id: number) {
  const row = await db
    .selectFrom('listing_revisions as revision')
    .innerJoin('listings as listing', 'listing.id', 'revision.listing_id')
    .select(['listing.id', 'listing.kind', 'listing.title', 'listing.author_id'])
    .select(['listing.status', 'revision.changes', 'revision.previous'])
    .where('revision.id', '=', revision_id)
    .where('revision.state', '=', 'approved')
    .executeTakeFirst()
  return row && { ...row, changes: row.changes as Content, previous: row.previous as Content }
}

/**
 * Finds the people to notify of an approved edit. `responses` is empty unless the edit is a big change.
 * @returns null when the edit is not approved
 */
export async function findEditRecipients(tx: Tx, revision_id: number) {
  const edit = await findApprovedEdit(tx, revision_id)
  if (!edit) return null
  const { id, kind, author_id, changes, previous } = edit
  const current: CurrentContent = await readContent(tx, kind, id)
  const before = {
    listing: { ...current.listing, ...previous.listing },
    text: { ...current.text, ...previous.text },
  }
  if (bigChange(before as Content, changes) === null) return { author_id, responses: [] }
  const responses = await tx
    .selectFrom('responses')
    .select(['id', 'user_id'])
    .where('listing_id', '=', id)
    .where('status', 'in', notifiedStatuses)
    .execute()
  return { author_id, responses }
}

export const revisionApproved: MessageKind<'revision_approved'> = {
  async compose(ctx, { revision_id }, reader) {
    const edit = await findApprovedEdit(ctx.db, revision_id)
    if (!edit || edit.status === 'deleted') return null
    const { id, kind, title } = edit
    return withButton(ctx, reader, translateFor(reader, 'revision_approved', { title }), kind, {
      page: kind,
      id,
    })
  },
}

/** Reads the data of a rejected edit for the message to its author. */
export async function findRevisionNews(db: Db, revision_id: number) {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['listing.id as listing_id', 'listing.author_id', 'listing.kind', 'listing.title', 'task.reason'])
    .where('task.revision_id', '=', revision_id)
    .where('task.state', '=', 'rejected')
    .orderBy('task.id', 'desc')
    .executeTakeFirst()
}

export const revisionRejected: MessageKind<'revision_rejected'> = {
  async compose(ctx, { revision_id }, reader) {
    const news = await findRevisionNews(ctx.db, revision_id)
    if (!news) return null
    const reason = reasonText(reader.language, news.reason)
    const text = translateFor(reader, 'revision_rejected', { title: news.title, reason })
    return withButton(ctx, reader, text, news.kind, { page: news.kind, id: news.listing_id })
  },
}
