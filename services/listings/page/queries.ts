import { AppError } from '#contract/errors.ts'
import { inEachLanguage } from '#contract/languages.ts'
import { view } from '#contract/policies.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { toAuthorRecord } from '#services/users/people/records.ts'
import { readWaitingEdit } from '../content/waiting-edit.ts'
import type { Reader } from '../projections.ts'
import {
  type Asked,
  type OrderRow,
  selectOrders,
  selectVacancies,
  type VacancyRow,
  type Wanted,
} from './columns.ts'
import { type OrderReply, toOrder, toVacancy, type VacancyReply } from './fields.ts'

export type Replies = { order: OrderReply; vacancy: VacancyReply }

/** One prepared query per language and view. */
function eachWanted<T>(make: (wanted: Wanted) => T) {
  return inEachLanguage((language) => ({
    list: make({ language, view: 'list' }),
    page: make({ language, view: 'page' }),
  }))
}

const orders = eachWanted((wanted) => prepare((db, asked: Asked) => selectOrders(db, asked, wanted)))
const vacancies = eachWanted((wanted) => prepare((db, asked: Asked) => selectVacancies(db, asked, wanted)))

export async function listOrdersByIds(db: Db, ids: number[], reader: Reader): Promise<OrderReply[]> {
  if (ids.length === 0) return []
  const rows = await orders[reader.language].list(db, { ids, viewer_id: reader.viewer_id, now: reader.now })
  return inOrder(ids, rows).map((row) => toOrder(row, reader))
}

export async function listVacanciesByIds(db: Db, ids: number[], reader: Reader): Promise<VacancyReply[]> {
  if (ids.length === 0) return []
  const { language, viewer_id, now } = reader
  const rows = await vacancies[language].list(db, { ids, viewer_id, now })
  return inOrder(ids, rows).map((row) => toVacancy(row, reader))
}

/** Listings by ids as lists show them, read whole, in the order of the ids. */
export const listByIds: {
  [Kind in keyof Replies]: (db: Db, ids: number[], reader: Reader) => Promise<Replies[Kind][]>
} = { order: listOrdersByIds, vacancy: listVacanciesByIds }

/** Facts of a full page besides the reply. */
type Seen<Reply> = { reply: Reply; author_id: number; is_staff: boolean }

/** The full page of an order, in one statement. @throws not_found if the viewer may not see it */
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
    reply: { ...toVacancy(row, reader), ...recorded(row) },
    author_id: row.author_id,
    is_staff: row.is_staff,
  }
}

const recorded = (row: OrderRow | VacancyRow) => ({ author_record: toAuthorRecord(row.author_record) })

/** Shows the author their pending edit instead of the published text. */
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

export function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
