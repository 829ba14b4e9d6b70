import { AppError } from '#contract/errors.ts'

/** Position after the last row of a page, by that row's rank and id. The list is sorted by rank. */
export type ListPosition = { rank: number; id: number }

/** @param list name of the list and of its sorting */
export function writeCursor(list: string, { rank, id }: ListPosition): string {
  return Buffer.from(`${list}:${rank}:${id}`).toString('base64url')
}

/** @throws invalid_input if the cursor is invalid or belongs to another list or sorting */
export function readCursor(cursor: string, expectedList: string): ListPosition {
  const [list, rank = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(':')
  const isPosition = rank !== '' && Number.isFinite(Number(rank)) && /^[1-9]\d{0,14}$/.test(id)
  if (list !== expectedList || !isPosition || rest.length)
    throw new AppError('invalid_input', { fields: [{ path: 'cursor' }] })
  return { rank: Number(rank), id: Number(id) }
}
