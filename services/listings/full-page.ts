import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import { listResponses } from '#services/responses/queries.ts'
import type { Reader } from './projections.ts'
import {
  getVisibleFacts,
  listOrdersByIds,
  listVacanciesByIds,
  type OrderReply,
  type VacancyReply,
} from './queries.ts'

/** The full page of an order: with the responses that the viewer may read. */
export async function getOrder(db: Db, id: number, reader: Reader): Promise<OrderReply> {
  const facts = await getVisibleFacts(db, id, reader.viewer_id, 'order')
  const [order] = await listOrdersByIds(db, [id], reader)
  if (!order) throw new AppError('not_found')
  return { ...order, responses: await listResponses(db, facts, reader) }
}

export async function getVacancy(db: Db, id: number, reader: Reader): Promise<VacancyReply> {
  const facts = await getVisibleFacts(db, id, reader.viewer_id, 'vacancy')
  const [vacancy] = await listVacanciesByIds(db, [id], reader)
  if (!vacancy) throw new AppError('not_found')
  return { ...vacancy, responses: await listResponses(db, facts, reader) }
}
