import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import type { Collection } from '#services/listings/collection/recommendations.ts'
import type { OrderReply, VacancyReply } from '#services/listings/page/fields.ts'
import { getPage, listByIds } from '#services/listings/page/queries.ts'
import type { Reader } from '#services/listings/projections.ts'

/** Number of order cards for visitors without a session. A tall phone shows about five. */
const cardCount = 5

/** Returns a reader for a visitor without a session, who sees only public data. */
function guestReader(ctx: Context, language: Language): Reader {
  return { viewer_id: 0, language, now: ctx.now().toISOString(), link: linkFor(ctx) }
}

/** Returns the newest orders in the shape of a personal collection, for visitors without a session. */
export async function listNewest(ctx: Context, language: Language): Promise<Collection> {
  const { rows } = await sql<{ id: number }>`select id from listings
    where kind = 'order' and status = 'published' order by listed_at desc, id desc limit ${cardCount}`.execute(
    ctx.lists,
  )
  const ids = rows.map(({ id }) => id)
  return {
    user_category_name: null,
    projects: await listByIds(ctx.lists, 'order', ids, guestReader(ctx, language)),
    vacancies: [],
    freelancers: [],
  }
}

/**
 * Returns a public listing without its files, because only logged-in people get URLs of files.
 * @throws not_found for a listing that a stranger may not see
 */
export async function getPublicListing(
  ctx: Context,
  kind: ListingKind,
  id: number,
  language: Language,
): Promise<OrderReply | VacancyReply> {
  const { reply } = await getPage(ctx.lists, kind, id, guestReader(ctx, language))
  return { ...reply, files: [] }
}
