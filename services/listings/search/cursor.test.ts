import { expect, test } from 'vitest'
import { isAfterCursor, readCursor, writeCursor } from './cursor.ts'

type Sort = Parameters<typeof isAfterCursor>[1]
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns the error if a list with this sorting refuses a cursor; undefined if it accepts the cursor. */
function refusalOf(sort: Sort, cursor: string): unknown {
  try {
    isAfterCursor(readCursor(cursor, sort), sort)
    return undefined
  } catch (error) {
    return error
  }
}

const moment = '2026-11-20 12:00:00+00'

test.each<[Sort, unknown]>([
  ['newest', moment],
  ['newest', '2026-11-20 12:00:00.123456+00'],
  ['newest', '2028-02-29 23:59:59+00'],
  ['close_deadline', moment],
  ['high_budget', '0'],
  ['high_budget', '9'.repeat(18)],
  ['high_budget', null],
  ['low_budget', null],
  ['min_competition', '12'],
  ['own', '12'],
])('by %s a list goes on behind %j', (sort, key) => {
  expect(refusalOf(sort, encoded([sort, key, 7]))).toBeUndefined()
})

test.each<[Sort, unknown[]]>([
  // Cursors without a value of the sorting. Only a list sorted by budget accepts such a cursor, because a budget may be
  // missing.
  ['newest', ['newest', null, 7]],
  ['close_deadline', ['close_deadline', null, 7]],
  ['min_competition', ['min_competition', null, 7]],
  ['own', ['own', null, 7]],
  // Cursors that belong to a list with another sorting.
  ['high_budget', ['low_budget', '100', 7]],
  ['own', ['min_competition', '100', 7]],
  // Cursors with times that do not exist, and with numbers in place of times.
  ['newest', ['newest', '2026-02-31 10:00:00+00', 7]],
  ['newest', ['newest', '0000-01-01 00:00:00+00', 7]],
  ['newest', ['newest', '2026-13-01 00:00:00+00', 7]],
  ['newest', ['newest', '2026-11-20T12:00:00Z', 7]],
  ['newest', ['newest', '2026', 7]],
  ['high_budget', ['high_budget', moment, 7]],
  ['high_budget', ['high_budget', '9'.repeat(19), 7]],
  ['high_budget', ['high_budget', '-1', 7]],
  ['high_budget', ['high_budget', 100, 7]],
  // Malformed cursors.
  ['newest', ['newest', moment, 0]],
  ['newest', ['newest', moment, 1.5]],
  ['newest', ['newest', moment]],
  ['newest', ['other', moment, 7]],
])('by %s there is no place %j', (sort, place) => {
  expect(refusalOf(sort, encoded(place))).toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'pagination.cursor' }] },
  })
})

test('what is no cursor is refused, what was written is read', () => {
  expect(refusalOf('newest', 'x')).toMatchObject({ code: 'invalid_input' })
  expect(writeCursor('newest', { id: 7, key: moment })).toBe(encoded(['newest', moment, 7]))
})
