import { responsesFrom } from '#contract/lifecycle.ts'
import { findApprovedEdit, notifiedStatuses } from '#services/moderation/messages/edit-messages.ts'
import { priceFields } from '#services/moderation/review/changes.ts'
import { say, withButton } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'
import { findResponseNews } from './queries.ts'

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
