import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getPage, type Replies } from '#services/listings/page/queries.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { listLatest } from '#services/responses/lists/received.ts'

type ListingPage = Awaited<ReturnType<typeof getPage<ListingKind>>>

/** Responses visible to the viewer. A viewer who cannot have any needs no query. */
async function responsesOf(ctx: UserContext, { reply, author_id, is_staff }: ListingPage) {
  if (!reply.is_owner && !reply.is_responded && !is_staff) return []
  return listLatest(ctx, { id: reply.id, author_id }, is_staff)
}

/**
 * A listing without the parts of its full page.
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
 * @param db database for the page itself; responses are read from the pool
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
