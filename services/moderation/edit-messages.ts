import { responsesFrom } from '#contract/lifecycle.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Content, CurrentContent } from '#services/listings/columns.ts'
import { readContent } from '#services/listings/columns.ts'
import { bigChange } from '#services/listings/edit-size.ts'
import { say, withButton } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'
import { findResponseNews } from '#services/notifications/queries.ts'
import { priced } from './changes.ts'

/** What people are told when an edit that waited for a moderator is in the feed. */

/** Whoever still waits for an answer or does the work. */
const running = [...new Set([...responsesFrom('pass'), 'chosen' as const])]

async function findEdit(db: Db, revision_id: number) {
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

/** @returns null where nothing is to be told; `responses`: those whose senders are told, of a big change alone */
export async function findEditNews(tx: Tx, revision_id: number) {
  const edit = await findEdit(tx, revision_id)
  if (!edit) return null
  const { id, kind, author_id, changes, previous } = edit
  const current: CurrentContent = await readContent(tx, kind, id)
  const stood = {
    listing: { ...current.listing, ...previous.listing },
    text: { ...current.text, ...previous.text },
  }
  if (bigChange(stood as Content, changes) === null) return { author_id, responses: [] }
  const responses = await tx
    .selectFrom('responses')
    .select(['id', 'user_id'])
    .where('listing_id', '=', id)
    .where('status', 'in', running)
    .execute()
  return { author_id, responses }
}

export const revisionApproved: MessageKind<'revision_approved'> = {
  async compose(ctx, { revision_id }, reader) {
    const edit = await findEdit(ctx.db, revision_id)
    if (!edit || edit.status === 'deleted') return null
    const { id, kind, title } = edit
    return withButton(ctx, reader, say(reader, 'revision_approved', { title }), kind, { page: kind, id })
  },
}

/** To whoever responded to what now is another thing. */
export const listingChanged: MessageKind<'listing_changed'> = {
  async compose(ctx, { response_id, revision_id }, reader) {
    const news = await findResponseNews(ctx.db, response_id)
    const edit = await findEdit(ctx.db, revision_id)
    if (!news || !edit || !running.includes(news.status)) return null
    if (edit.status !== 'published' && edit.status !== 'in_progress') return null
    const { id, kind, title } = edit
    const mayWithdraw = responsesFrom('withdraw').includes(news.status)
    const text = [
      say(reader, `listing_changed.${kind}`, { title, what: partsOf(reader, edit).join(', ') }),
      ...(mayWithdraw ? [say(reader, 'listing_changed.withdraw')] : []),
    ].join('\n\n')
    return withButton(ctx, reader, text, kind, { page: kind, id })
  },
}

type Edit = NonNullable<Awaited<ReturnType<typeof findEdit>>>

/** What changed, each in a word; of the title what it was, or nobody would know what is spoken of. */
function partsOf(reader: Recipient, { changes, previous }: Edit): string[] {
  const { title: was } = previous.listing
  const has = (...names: string[]) => names.some((name) => name in changes.listing)
  return [
    ...(has('title') ? [say(reader, 'listing_changed.title', { was: String(was ?? '') })] : []),
    ...(has('category_id') ? [say(reader, 'listing_changed.category')] : []),
    ...(has(...priced) ? [say(reader, 'listing_changed.price')] : []),
    ...(Object.keys(changes.text).length > 0 ? [say(reader, 'listing_changed.text')] : []),
  ]
}
