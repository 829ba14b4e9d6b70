import { expect, test } from 'vitest'
import { joinReasons } from './join-reasons.ts'

test('one reason stands alone, and none is an empty line', () => {
  expect(joinReasons('ваш город', null)).toBe('ваш город')
  expect(joinReasons(null, 'новый заказчик')).toBe('новый заказчик')
  expect(joinReasons(null, false)).toBe('')
  expect(joinReasons('a'.repeat(50), null)).toHaveLength(50)
})

test('a second reason is said as long as both fit in a line', () => {
  const main = 'a'.repeat(20)
  expect(joinReasons(main, 'b'.repeat(20))).toHaveLength(42)
  expect(joinReasons(main, 'b'.repeat(21))).toBe(main)
})
