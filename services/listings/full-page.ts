import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import { listFiles } from '#services/files/queries.ts'
import { listResponses } from '#services/responses/queries.ts'
import type { Reader } from './projections.ts'
import {
  type Facts,
  getVisibleFacts,
  listOrdersByIds,
  listVacanciesByIds,
  type OrderReply,
  type VacancyReply,
} from './queries.ts'

/** What the lists leave out: files, the responses that the viewer may read and the rooms they are in. */
async function fullPageOf(db: Db, facts: Facts, reader: Reader) {
  const rooms = db
    .selectFrom('chat_rooms')
    .select('id')
    .where('listing_id', '=', facts.id)
    .where((eb) => eb.or([eb('user_low', '=', reader.viewer_id), eb('user_high', '=', reader.viewer_id)]))
    .orderBy('id')
    .execute()
  const files = await listFiles(db, facts.id, reader.link)
  return { responses: await listResponses(db, facts, reader), chats: await rooms, files }
}

/** An order without what belongs to its full page. @throws not_found when it may not be seen */
export async function getOrderDetails(db: Db, id: number, reader: Reader): Promise<OrderReply> {
  await getVisibleFacts(db, id, reader.viewer_id, 'order')
  const [order] = await listOrdersByIds(db, [id], reader)
  if (!order) throw new AppError('not_found')
  return order
}

export async function getVacancyDetails(db: Db, id: number, reader: Reader): Promise<VacancyReply> {
  await getVisibleFacts(db, id, reader.viewer_id, 'vacancy')
  const [vacancy] = await listVacanciesByIds(db, [id], reader)
  if (!vacancy) throw new AppError('not_found')
  return vacancy
}

export async function getOrder(db: Db, id: number, reader: Reader): Promise<OrderReply> {
  const facts = await getVisibleFacts(db, id, reader.viewer_id, 'order')
  return { ...(await getOrderDetails(db, id, reader)), ...(await fullPageOf(db, facts, reader)) }
}

export async function getVacancy(db: Db, id: number, reader: Reader): Promise<VacancyReply> {
  const facts = await getVisibleFacts(db, id, reader.viewer_id, 'vacancy')
  return { ...(await getVacancyDetails(db, id, reader)), ...(await fullPageOf(db, facts, reader)) }
}

export function getListing(db: Db, kind: ListingKind, id: number, reader: Reader) {
  return kind === 'order' ? getOrder(db, id, reader) : getVacancy(db, id, reader)
}
