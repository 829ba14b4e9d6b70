import { expect, test } from 'vitest'
import { countedIn, shownTotal } from './totals.ts'

test('a total that is not counted to its end says that there are more', () => {
  expect(shownTotal({ total: 999, is_capped: false })).toBe('999')
  expect(shownTotal({ total: 1000, is_capped: true })).toBe('1000+')
  expect(countedIn({ total: 1000, is_capped: true })).toEqual({ count: 1000, shown: '1000+' })
})
