import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import { listResponses } from '#services/responses/queries.ts'
import type { Reader } from './projections.ts'
import { getOrderPage, getVacancyPage, type OrderReply, type VacancyReply } from './queries.ts'

type Seen = Awaited<ReturnType<typeof getOrderPage | typeof getVacancyPage>>

/** The responses that the viewer may read; somebody without any is spared the question. */
async function responsesOf(db: Db, { reply, author_id, is_staff }: Seen, reader: Reader) {
  if (!reply.is_owner && !reply.is_responded && !is_staff) return []
  return listResponses(db, { id: reply.id, author_id }, reader, is_staff)
}

/** An order without what belongs to its full page. @throws not_found when it may not be seen */
export async function getOrderDetails(db: Db, id: number, reader: Reader): Promise<OrderReply> {
  const { reply } = await getOrderPage(db, id, reader)
  return { ...reply, chats: [], files: [] }
}

export async function getVacancyDetails(db: Db, id: number, reader: Reader): Promise<VacancyReply> {
  const { reply } = await getVacancyPage(db, id, reader)
  return { ...reply, chats: [], files: [] }
}

export async function getOrder(db: Db, id: number, reader: Reader): Promise<OrderReply> {
  const page = await getOrderPage(db, id, reader)
  return { ...page.reply, responses: await responsesOf(db, page, reader) }
}

export async function getVacancy(db: Db, id: number, reader: Reader): Promise<VacancyReply> {
  const page = await getVacancyPage(db, id, reader)
  return { ...page.reply, responses: await responsesOf(db, page, reader) }
}

export function getListing(db: Db, kind: ListingKind, id: number, reader: Reader) {
  return kind === 'order' ? getOrder(db, id, reader) : getVacancy(db, id, reader)
}
