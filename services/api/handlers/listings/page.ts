import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getPage, type Replies } from '#services/listings/page/queries.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { listLatest } from '#services/responses/lists/received.ts'

type ListingPage = Awaited<ReturnType<typeof getPage<ListingKind>>>

/**
 * Returns the responses to a listing that the viewer may see. Only the author, staff and people who responded can see
 * any; for all other viewers no query runs.
 */
async function responsesOf(ctx: UserContext, { reply, author_id, is_staff }: ListingPage) {
  if (!reply.is_owner && !reply.is_responded && !is_staff) return []
  return listLatest(ctx, { id: reply.id, author_id }, is_staff)
}

/**
 * Returns a listing without responses and other parts that only its full page has.
 * @throws not_found
 */
export async function getDetails<Kind extends ListingKind>(
  db: Db,
  kind: Kind,
  id: number,
  reader: Reader,
): Promise<Replies[Kind]> {
  const { reply } = await getPage(db, kind, id, reader)
  return { ...reply, chats: [], files: [] }
}

/**
 * Returns a listing with the responses that the viewer may see.
 * @param db database from which the listing is read; its responses come from the database of `ctx`
 * @throws not_found
 */
export async function getListing<Kind extends ListingKind>(
  ctx: UserContext,
  kind: Kind,
  id: number,
  db = ctx.db,
): Promise<Replies[Kind]> {
  const page = await getPage(db, kind, id, readerOf(ctx))
  return { ...page.reply, responses: await responsesOf(ctx, page) }
}
