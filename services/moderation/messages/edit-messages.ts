import { responsesFrom } from '#contract/lifecycle.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Content, CurrentContent } from '#services/listings/content/columns.ts'
import { readContent } from '#services/listings/content/columns.ts'
import { bigChange } from '#services/listings/content/edit-size.ts'
import { priceFields } from '#services/moderation/review/changes.ts'
import { say, withButton } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'
import { findResponseNews } from '#services/notifications/queries.ts'

/** Responses that still wait for an answer or do the work; their senders are notified. */
const notifiedStatuses = [...new Set([...responsesFrom('pass'), 'chosen' as const])]

async function findApprovedEdit(db: Db, revision_id: number) {
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
 * Finds the people to notify of an approved edit. `responses` is empty unless the change is a big one.
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
    return withButton(ctx, reader, say(reader, 'revision_approved', { title }), kind, { page: kind, id })
  },
}

/** To people who responded before a big change of the listing. */
export const listingChanged: MessageKind<'listing_changed'> = {
  async compose(ctx, { response_id, revision_id }, reader) {
    const news = await findResponseNews(ctx.db, response_id)
    const edit = await findApprovedEdit(ctx.db, revision_id)
    if (!news || !edit || !notifiedStatuses.includes(news.status)) return null
    if (edit.status !== 'published' && edit.status !== 'in_progress') return null
    const { id, kind, title } = edit
    const mayWithdraw = responsesFrom('withdraw').includes(news.status)
    const text = [
      say(reader, `listing_changed.${kind}`, { title, what: changedParts(reader, edit).join(', ') }),
      ...(mayWithdraw ? [say(reader, 'listing_changed.withdraw')] : []),
    ].join('\n\n')
    return withButton(ctx, reader, text, kind, { page: kind, id })
  },
}

type Edit = NonNullable<Awaited<ReturnType<typeof findApprovedEdit>>>

/** Names the changed parts. A changed title is named with the old one, by which the reader knows the listing. */
function changedParts(reader: Recipient, { changes, previous }: Edit): string[] {
  const { title: was } = previous.listing
  const has = (...names: string[]) => names.some((name) => name in changes.listing)
  return [
    ...(has('title') ? [say(reader, 'listing_changed.title', { was: String(was ?? '') })] : []),
    ...(has('category_id') ? [say(reader, 'listing_changed.category')] : []),
    ...(has(...priceFields) ? [say(reader, 'listing_changed.price')] : []),
    ...(Object.keys(changes.text).length > 0 ? [say(reader, 'listing_changed.text')] : []),
  ]
}
