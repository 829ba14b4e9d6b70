import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import type { OrderReply, VacancyReply } from '#services/listings/page/fields.ts'
import { getOrderPage, getVacancyPage } from '#services/listings/page/queries.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { listLatest } from '#services/responses/lists/received.ts'

type ListingPage = Awaited<ReturnType<typeof getOrderPage | typeof getVacancyPage>>

/** Responses visible to the viewer. A viewer who cannot have any needs no query. */
async function responsesOf(ctx: UserContext, { reply, author_id, is_staff }: ListingPage) {
  if (!reply.is_owner && !reply.is_responded && !is_staff) return []
  return listLatest(ctx, { id: reply.id, author_id }, is_staff)
}

/**
 * An order without the parts of its full page.
 * @throws not_found
 */
export async function getOrderDetails(db: Db, id: number, reader: Reader): Promise<OrderReply> {
  const { reply } = await getOrderPage(db, id, reader)
  return { ...reply, chats: [], files: [] }
}

export async function getVacancyDetails(db: Db, id: number, reader: Reader): Promise<VacancyReply> {
  const { reply } = await getVacancyPage(db, id, reader)
  return { ...reply, chats: [], files: [] }
}

/**
 * @param db database for the page itself; responses are read from the pool
 * @throws not_found
 */
export async function getOrder(ctx: UserContext, id: number, db = ctx.db): Promise<OrderReply> {
  const page = await getOrderPage(db, id, readerOf(ctx))
  return { ...page.reply, responses: await responsesOf(ctx, page) }
}

export async function getVacancy(ctx: UserContext, id: number, db = ctx.db): Promise<VacancyReply> {
  const page = await getVacancyPage(db, id, readerOf(ctx))
  return { ...page.reply, responses: await responsesOf(ctx, page) }
}

export function getListing(ctx: UserContext, kind: ListingKind, id: number) {
  return kind === 'order' ? getOrder(ctx, id) : getVacancy(ctx, id)
}
