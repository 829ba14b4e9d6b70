import { expect, test } from 'vitest'
import { cleanTheme, parseTheme } from './theme-params.ts'

test.each([
  ['#AABBCC', '#aabbcc'],
  ['#aabbccff', '#aabbcc'], // Telegram Web A and Web K
  ['#abc', '#aabbcc'],
  ['#abcf', '#aabbcc'],
  [0xaabbcc, '#aabbcc'],
  [-1, '#ffffff'], // old Android clients send colours as signed ARGB numbers
])('the colour %s becomes %s', (sentColor, readColor) =>
  expect(cleanTheme({ bg_color: sentColor })).toEqual({ bg_color: readColor }),
)

test.each(['red', '', '#12', null, {}])('%j is not a colour and is skipped', (sentColor) =>
  expect(cleanTheme({ bg_color: sentColor, text_color: '#000000' })).toEqual({ text_color: '#000000' }),
)

test('a broken or missing theme is an empty one', () => {
  expect(parseTheme('{')).toEqual({})
  expect(parseTheme(null)).toEqual({})
  expect(parseTheme('null')).toEqual({})
})
