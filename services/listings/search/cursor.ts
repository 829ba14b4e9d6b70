import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Sorting } from '#contract/options.ts'

/**
 * Reads and writes cursors of lists. A cursor names the last row of a page, so that rows added before this row do not
 * shift the next page.
 */

type Sort = { column: string; type: 'timestamptz' | 'bigint'; isDescending: boolean; hasNulls: boolean }

const sorts: Record<Sorting | 'own', Sort> = {
  newest: { column: 'listed_at', type: 'timestamptz', isDescending: true, hasNulls: false },
  high_budget: { column: 'price_base', type: 'bigint', isDescending: true, hasNulls: true },
  low_budget: { column: 'price_base', type: 'bigint', isDescending: false, hasNulls: true },
  min_competition: { column: 'responses_count', type: 'bigint', isDescending: false, hasNulls: false },
  close_deadline: { column: 'deadline', type: 'timestamptz', isDescending: false, hasNulls: false },
  own: { column: 'id', type: 'bigint', isDescending: true, hasNulls: false },
}

const patterns = {
  timestamptz: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/,
  bigint: /^\d{1,18}$/,
}
const Position = z.tuple([z.enum(Object.keys(sorts) as [Sorting]), z.string().nullable(), z.int().positive()])

/** SQL for the value by which a row of a list is sorted. A cursor stores this value as text. */
export function keyOf(sort: keyof typeof sorts): RawBuilder<unknown> {
  return sql.ref(sorts[sort].column) as unknown as RawBuilder<unknown>
}

export function writeCursor(sort: keyof typeof sorts, row: { id: number; key: string | null }): string {
  return Buffer.from(JSON.stringify([sort, row.key, row.id])).toString('base64url')
}

/** True if a text is an existing time. JavaScript would read February 31 as March 3, and Postgres has no year 0. */
function isMoment(key: string): boolean {
  const at = new Date(key)
  return (
    !key.startsWith('0000') &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().slice(0, 19).replace('T', ' ') === key.slice(0, 19)
  )
}

export type Place = { key: string | null; id: number }

/** @throws invalid_input for a malformed cursor, and for a cursor of a list with another sorting */
export function readCursor(cursor: string, sort: keyof typeof sorts): Place {
  const refusal = new AppError('invalid_input', { fields: [{ path: 'pagination.cursor' }] })
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw refusal
  }
  const { data } = Position.safeParse(value)
  if (!data || data[0] !== sort) throw refusal
  const [, key, id] = data
  const { type, hasNulls } = sorts[sort]
  const isKnown = key === null ? hasNulls : patterns[type].test(key) && (type === 'bigint' || isMoment(key))
  if (!isKnown) throw refusal
  return { key, id }
}

/** SQL condition for the rows of a list after a cursor. Rows without a value of the sorting come last. */
export function isAfterCursor({ key, id }: Place, sort: keyof typeof sorts): RawBuilder<SqlBool> {
  const { column, type, isDescending, hasNulls } = sorts[sort]
  const than = sql.raw(isDescending ? '<' : '>')
  const value = sql.ref(column)
  if (key === null) return sql`(${value} is null and id ${than} ${id})`
  const row = sql`(${value}, id) ${than} (${key}::${sql.raw(type)}, ${id})`
  return hasNulls ? sql`(${row} or ${value} is null)` : sql`${row}`
}
