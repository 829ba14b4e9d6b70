import { AppError } from '#contract/errors.ts'
import type { ResponseSorting } from '#contract/options.ts'

/** Where a page of responses ended: how it was sorted, and the last one's rank and id. */
export type Place = { rank: number; id: number }

export function writeCursor(sort: ResponseSorting, { rank, id }: Place): string {
  return Buffer.from(`${sort}:${rank}:${id}`).toString('base64url')
}

/** @throws invalid_input for a foreign cursor, and for one of another sort */
export function readCursor(cursor: string, sort: ResponseSorting): Place {
  const [of, rank = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(':')
  const isPlace = rank !== '' && Number.isFinite(Number(rank)) && /^[1-9]\d{0,14}$/.test(id)
  if (of !== sort || !isPlace || rest.length)
    throw new AppError('invalid_input', { fields: [{ path: 'cursor' }] })
  return { rank: Number(rank), id: Number(id) }
}
