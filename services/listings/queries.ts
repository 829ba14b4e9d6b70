import type { z } from 'zod'
import type { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { view } from '#contract/policies.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { toFile } from '#services/files/queries.ts'
import { readWaitingEdit } from '#services/listings/content/waiting-edit.ts'
import { toAuthorRecord } from '#services/users/people/records.ts'
import { dealJson, toDeal } from './deals.ts'
import type { Reader } from './projections.ts'
import { orderFields, orderTexts, vacancyFields, vacancyTexts } from './public-listings.ts'
import { type Asked, boosts, selectListings, type Wanted } from './selection.ts'

export type OrderReply = z.output<typeof Order>
export type VacancyReply = z.output<typeof Vacancy>

/** One prepared query per language and view. */
function eachWanted<T>(make: (wanted: Wanted) => T) {
  return inEachLanguage((language) => ({
    list: make({ language, view: 'list' }),
    page: make({ language, view: 'page' }),
  }))
}

const ordersOf = (db: Db, asked: Asked, wanted: Wanted) =>
  selectListings(db, asked, wanted)
    .innerJoin('orders as text', 'text.listing_id', 'listing.id')
    .select(orderTexts)
    .select([
      boosts.as('boosts'),
      dealJson({ viewer_id: asked.viewer_id, now: asked.now, ...wanted }).as('deal'),
    ])

const vacanciesOf = (db: Db, asked: Asked, wanted: Wanted) =>
  selectListings(db, asked, wanted)
    .innerJoin('vacancies as text', 'text.listing_id', 'listing.id')
    .select(vacancyTexts)

const orders = eachWanted((wanted) => prepare((db, asked: Asked) => ordersOf(db, asked, wanted)))
const vacancies = eachWanted((wanted) => prepare((db, asked: Asked) => vacanciesOf(db, asked, wanted)))

/** @param taken paid places that are not free any more; null where none are offered */
export function boostOffer(taken: number | null) {
  const boost_slots_free = taken === null ? 0 : Math.max(0, limits.boostSlots - taken)
  return { boost_slots_free, boost_place: taken !== null && boost_slots_free > 0 ? taken + 1 : null }
}

export type OrderRow = Awaited<ReturnType<(typeof orders)[Language]['list']>>[number]
export type VacancyRow = Awaited<ReturnType<(typeof vacancies)[Language]['list']>>[number]

/** What is counted, named, or shown by who reads; reasons and records come from elsewhere. */
const shownFields = (row: OrderRow | VacancyRow, link: Link) => ({
  author: row.author,
  category: row.category,
  currency: row.currency,
  executor_id: row.executor_id,
  executor: row.executor,
  responses_count: row.responses_count,
  views_count: row.views_count,
  is_favorite: row.is_favorite,
  is_owner: row.is_owner,
  is_executor: row.is_executor,
  is_responded: row.is_responded,
  my_response: row.my_response,
  hidden_reason: row.hidden_reason,
  rejection_reason: row.rejection_reason,
  new_responses: row.new_responses,
  is_edit_pending: row.is_edit_pending,
  review_until: row.review_until,
  own_review: row.own_review,
  chats: row.chats,
  files: row.files.map((file) => toFile(file, link)),
  responses: [],
  reason: null,
  why: null,
  author_record: null,
})

function toOrder(row: OrderRow, { link, now }: Pick<Reader, 'link' | 'now'>): OrderReply {
  const { common, own } = orderFields(row)
  const deal = toDeal(row.deal, row.status, { link, now })
  const offer = boostOffer(row.response_stake > 0 ? row.boosts : null)
  return { ...common, ...own, subtitle: row.subtitle, ...shownFields(row, link), ...offer, deal }
}

function toVacancy(row: VacancyRow, link: Link): VacancyReply {
  const { common, own } = vacancyFields(row)
  return { ...common, ...own, ...shownFields(row, link) }
}

/** Orders by ids, in the order of the ids. */
export async function listOrdersByIds(db: Db, ids: number[], reader: Reader): Promise<OrderReply[]> {
  if (ids.length === 0) return []
  const rows = await orders[reader.language].list(db, { ids, viewer_id: reader.viewer_id, now: reader.now })
  return inOrder(ids, rows).map((row) => toOrder(row, reader))
}

export async function listVacanciesByIds(db: Db, ids: number[], reader: Reader): Promise<VacancyReply[]> {
  if (ids.length === 0) return []
  const rows = await vacancies[reader.language].list(db, {
    ids,
    viewer_id: reader.viewer_id,
    now: reader.now,
  })
  return inOrder(ids, rows).map((row) => toVacancy(row, reader.link))
}

/** What a full page needs to know besides its answer. */
type Seen<Reply> = { reply: Reply; author_id: number; is_staff: boolean }

/** The full page of an order in one statement. @throws not_found when the viewer may not see it */
export async function getOrderPage(db: Db, id: number, reader: Reader): Promise<Seen<OrderReply>> {
  const asked = { ids: [id], viewer_id: reader.viewer_id, now: reader.now }
  const seen = checkVisible((await orders[reader.language].page(db, asked))[0], reader.viewer_id)
  const row = await withWaitingEdit(db, seen, reader)
  return {
    reply: { ...toOrder(row, reader), ...recorded(row) },
    author_id: row.author_id,
    is_staff: row.is_staff,
  }
}

export async function getVacancyPage(db: Db, id: number, reader: Reader): Promise<Seen<VacancyReply>> {
  const asked = { ids: [id], viewer_id: reader.viewer_id, now: reader.now }
  const seen = checkVisible((await vacancies[reader.language].page(db, asked))[0], reader.viewer_id)
  const row = await withWaitingEdit(db, seen, reader)
  return {
    reply: { ...toVacancy(row, reader.link), ...recorded(row) },
    author_id: row.author_id,
    is_staff: row.is_staff,
  }
}

const recorded = (row: OrderRow | VacancyRow) => ({ author_record: toAuthorRecord(row.author_record) })

/** Its author sees a listing as they have last written it. */
async function withWaitingEdit<T extends OrderRow | VacancyRow>(db: Db, row: T, reader: Reader): Promise<T> {
  return row.is_edit_pending ? { ...row, ...(await readWaitingEdit(db, row.id, row.kind, reader)) } : row
}

function checkVisible<T extends OrderRow | VacancyRow>(row: T | undefined, viewer_id: number): T {
  if (!row) throw new AppError('not_found')
  const facts = { ...row, executor_id: row.is_executor ? viewer_id : null }
  const refusal = view({ id: viewer_id, is_moderator: row.is_staff }, facts)
  if (refusal) throw new AppError(refusal)
  return row
}

function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
