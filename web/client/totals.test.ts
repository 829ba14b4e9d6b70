import { expect, test } from 'vitest'
import { formatTotal, totalValues } from './totals.ts'

test('a capped total is marked with a plus', () => {
  expect(formatTotal({ total: 999, is_capped: false })).toBe('999')
  expect(formatTotal({ total: 1000, is_capped: true })).toBe('1000+')
  expect(totalValues({ total: 1000, is_capped: true })).toEqual({ count: 1000, shown: '1000+' })
})
