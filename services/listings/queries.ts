import { sql } from 'kysely'
import type { z } from 'zod'
import type { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { view } from '#contract/policies.ts'
import { readQuestions } from '#contract/questions.ts'
import { prepareBatched } from '#db/batched.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Link } from '#services/core/file-urls.ts'
import { toFile } from '#services/files/queries.ts'
import { amount } from '#services/reference/projections.ts'
import { toAuthorRecord } from '#services/users/records.ts'
import { dealJson, toDeal } from './deals.ts'
import type { Reader } from './projections.ts'
import { type Asked, boosts, selectListings, selectPublic, type Wanted } from './selection.ts'
import { readWaitingEdit } from './waiting-edit.ts'

export type OrderReply = z.output<typeof Order>
export type VacancyReply = z.output<typeof Vacancy>

/** One prepared query per language and view. */
function eachWanted<T>(make: (wanted: Wanted) => T) {
  return inEachLanguage((language) => ({
    list: make({ language, view: 'list' }),
    page: make({ language, view: 'page' }),
  }))
}

/** What an order says, and a vacancy, over `listing` and its `text`. */
const orderTexts = [
  sql<string>`coalesce(text.subtitle, '')`.as('subtitle'),
  'text.questions',
  amount('listing.price').as('price'),
  amount('listing.min_stake').as('min_stake'),
  amount('listing.max_stake').as('max_stake'),
  sql<number>`listing.response_stake::float8 / 100`.as('response_stake'),
] as const
const vacancyTexts = [
  sql<string>`coalesce(text.description, '')`.as('description'),
  'text.requirements',
  'text.responsibilities',
  'text.additional_info',
  'text.conditions',
  'text.work_conditions',
  'text.important_info',
  'text.important_notes',
  'text.nice_to_have',
  'text.mandatory_tasks',
  'text.questions',
  'listing.keep_open',
  amount('listing.price').as('hourly_rate'),
  amount('text.response_price').as('response_price'),
] as const

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

type Ids = Pick<Asked, 'ids'>
/** What everybody is shown of listings, with the version of what it was made from (card-bodies.ts). */
export const publicListings = {
  order: prepareBatched({ ids: 'bigint[]' }, (db, asked: Ids) =>
    selectPublic(db, asked).innerJoin('orders as text', 'text.listing_id', 'listing.id').select(orderTexts),
  ),
  vacancy: prepareBatched({ ids: 'bigint[]' }, (db, asked: Ids) =>
    selectPublic(db, asked)
      .innerJoin('vacancies as text', 'text.listing_id', 'listing.id')
      .select(vacancyTexts),
  ),
}

type Public = typeof publicListings
export type PublicOrder = Awaited<ReturnType<Public['order']>>[number]
export type PublicVacancy = Awaited<ReturnType<Public['vacancy']>>[number]

/** @param taken paid places that are not free any more; null where none are offered */
export function boostOffer(taken: number | null) {
  const boost_slots_free = taken === null ? 0 : Math.max(0, limits.boostSlots - taken)
  return { boost_slots_free, boost_place: taken !== null && boost_slots_free > 0 ? taken + 1 : null }
}

export type OrderRow = Awaited<ReturnType<(typeof orders)[Language]['list']>>[number]
export type VacancyRow = Awaited<ReturnType<(typeof vacancies)[Language]['list']>>[number]

/** Bodies of cards come without their author where that one is kept. */
type By<Row, Author> = Omit<Row, 'author'> & { author: Author }

export function toOrder<Author>(
  {
    author_id,
    job_type,
    experience,
    location,
    boosts,
    files,
    is_staff: _,
    blocks_viewer: __,
    author_record: ___,
    ...row
  }: By<OrderRow, Author>,
  { link, now }: Pick<Reader, 'link' | 'now'>,
) {
  return {
    ...row,
    deal: toDeal(row.deal, row.status, { link, now }),
    ...boostOffer(row.response_stake > 0 ? boosts : null),
    files: files.map((file) => toFile(file, link)),
    questions: readQuestions(row.questions),
    responses: [],
    reason: null,
    why: null,
    author_record: null,
    project_id: row.id,
    client_id: author_id,
    description: row.subtitle,
    format: job_type,
    required_experience: experience,
    region: location,
  }
}

export function toVacancy<Author>(
  {
    payment_format,
    job_type,
    files,
    deadline: _,
    is_staff: __,
    blocks_viewer: ___,
    author_record: ____,
    ...row
  }: By<VacancyRow, Author>,
  link: Link,
) {
  return {
    ...row,
    files: files.map((file) => toFile(file, link)),
    questions: readQuestions(row.questions),
    responses: [],
    reason: null,
    why: null,
    author_record: null,
    vacancy_id: row.id,
    vacancies_id: row.id,
    vacancy_tags: row.tags,
    work_format: payment_format,
    schedule: job_type,
  }
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
