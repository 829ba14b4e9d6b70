import { AppError } from '#contract/errors.ts'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { view } from '#contract/policies.ts'
import type { Db } from '#db/index.ts'
import { type Prepared, prepare } from '#db/prepared.ts'
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

type Rows = { order: OrderRow; vacancy: VacancyRow }
export type Replies = { order: OrderReply; vacancy: VacancyReply }

/** Prepares one query for each language and each view (`list` or `page`). */
function prepareEachView<T>(build: (options: Wanted) => T) {
  return inEachLanguage((language) => ({
    list: build({ language, view: 'list' }),
    page: build({ language, view: 'page' }),
  }))
}

const queries: { [Kind in ListingKind]: ReturnType<typeof prepareEachView<Prepared<Asked, Rows[Kind]>>> } = {
  order: prepareEachView((wanted) => prepare((db, asked: Asked) => selectOrders(db, asked, wanted))),
  vacancy: prepareEachView((wanted) => prepare((db, asked: Asked) => selectVacancies(db, asked, wanted))),
}
const toReply: { [Kind in ListingKind]: (row: Rows[Kind], reader: Reader) => Replies[Kind] } = {
  order: toOrder,
  vacancy: toVacancy,
}

/**
 * Returns listings with the fields that lists show, in the order of the ids. Each listing is read from the database,
 * without the cache of cards.
 */
export async function listByIds<Kind extends ListingKind>(
  db: Db,
  kind: Kind,
  ids: number[],
  reader: Reader,
): Promise<Replies[Kind][]> {
  if (ids.length === 0) return []
  const { language, viewer_id, now } = reader
  const rows = await queries[kind][language].list(db, { ids, viewer_id, now })
  return inOrder(ids, rows).map((row) => toReply[kind](row, reader))
}

/** Reads the full page of a listing in one statement. @throws not_found if the viewer may not see the listing */
export async function getPage<Kind extends ListingKind>(
  db: Db,
  kind: Kind,
  id: number,
  reader: Reader,
): Promise<{ reply: Replies[Kind]; author_id: number; is_staff: boolean }> {
  const { language, viewer_id, now } = reader
  const [found] = await queries[kind][language].page(db, { ids: [id], viewer_id, now })
  const row = await withWaitingEdit(db, checkVisible(found, viewer_id), reader)
  return {
    reply: { ...toReply[kind](row, reader), author_record: toAuthorRecord(row.author_record) },
    author_id: row.author_id,
    is_staff: row.is_staff,
  }
}

/** Replaces the published text of a listing by the edit that waits for review, if the viewer is the author. */
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
