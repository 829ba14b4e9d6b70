import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

test('a cursor is read back unchanged', () => {
  for (const place of [
    { rank: 5_750_000_000.25, id: 7 },
    { rank: -1e18, id: 999_999_999_999_999 },
    { rank: 0, id: 1 },
  ])
    expect(readCursor(writeCursor('cheap', place), 'cheap')).toEqual(place)
  expect(writeCursor('new', { rank: -2.5, id: 31 })).toBe(cursorOf('new:-2.5:31'))
})

test.each([
  'cheap:1:7',
  'new::7',
  'new',
  'new:1',
  'new:Infinity:7',
  'new:x:7',
  'new:1:0',
  'new:1:07',
  'new:1:7x',
  'new:1:1000000000000000',
  'new:1:7:8',
])('%s is no cursor of "new"', (text) => {
  expect(() => readCursor(cursorOf(text), 'new')).toThrow(
    expect.objectContaining({ code: 'invalid_input', details: { fields: [{ path: 'cursor' }] } }),
  )
})
