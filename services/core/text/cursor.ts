import { AppError } from '#contract/errors.ts'

/** Where a page of a list ended: its last row's rank, by which the list is sorted, and id. */
export type ListPosition = { rank: number; id: number }

/** @param of what is listed and how it is sorted, in one word */
export function writeCursor(of: string, { rank, id }: ListPosition): string {
  return Buffer.from(`${of}:${rank}:${id}`).toString('base64url')
}

/** @throws invalid_input for a foreign cursor, and for one of another list or sort */
export function readCursor(cursor: string, wanted: string): ListPosition {
  const [of, rank = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(':')
  const isPlace = rank !== '' && Number.isFinite(Number(rank)) && /^[1-9]\d{0,14}$/.test(id)
  if (of !== wanted || !isPlace || rest.length)
    throw new AppError('invalid_input', { fields: [{ path: 'cursor' }] })
  return { rank: Number(rank), id: Number(id) }
}
