import { expect, test } from 'vitest'
import { isoTime } from './iso-time.ts'

test.each([
  ['2026-01-31 10:00:00.5+00', '2026-01-31T10:00:00.5Z'],
  ['2026-01-31 13:00:00.123456+03', '2026-01-31T10:00:00.123456Z'],
  ['2025-12-31 20:00:00-08', '2026-01-01T04:00:00Z'],
  ['2026-01-31 15:30:00+05:30', '2026-01-31T10:00:00Z'],
  ['2026-01-31 06:30:00.000001-03:30', '2026-01-31T10:00:00.000001Z'],
  // Moscow's offset had minutes and seconds until 1919.
  ['1900-01-01 02:30:17+02:30:17', '1900-01-01T00:00:00Z'],
])('%s is read as %s', (postgresTime, isoText) => {
  expect(isoTime(postgresTime)).toBe(isoText)
})

test.each(['infinity', '-infinity', '2026-01-31 10:00:00', '0044-03-15 12:00:00+02:30:17 BC', ''])(
  '"%s" is refused',
  (postgresTime) => {
    expect(() => isoTime(postgresTime)).toThrow('a time that is none')
  },
)
