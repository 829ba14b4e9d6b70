import { expect, test } from 'vitest'
import { fold, hasInvisible } from './skeleton.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const row = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint(first + n)).join('')

test.each([
  ['🅐 to 🅩', row(0x1f150, 26), alphabet],
  ['🅰 to 🆉', row(0x1f170, 26), alphabet],
  ['🇦 to 🇿', row(0x1f1e6, 26), alphabet],
  ['Ⓐ to Ⓩ', row(0x24b6, 26), alphabet],
  ['𝐚 to 𝐳', row(0x1d41a, 26), alphabet],
  ['❶ to ❾', row(0x2776, 9), '123456789'],
  ['➀ to ➈', row(0x2780, 9), '123456789'],
  ['➊ to ➒', row(0x278a, 9), '123456789'],
  ['⓵ to ⓽', row(0x24f5, 9), '123456789'],
  ['Arabic-Indic digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['Devanagari digits', '०१२३४५६७८९', '0123456789'],
  ['full-width signs', '＠ｔｅｌ７', '@tel7'],
])('%s are read as what they show', (_, written, shown) => {
  // The expected text goes through `fold` too, because `fold` also replaces ordinary Cyrillic letters by Latin
  // look-alikes.
  expect(fold(written).text).toBe(fold(shown).text)
})

test('a frame at the edge of a row, and what stands beside it', () => {
  expect(fold('🅐🅩🅰🆉🇦🇿').text).toBe(fold('azazaz').text)
  // Code points just outside the ranges of framed letters and circled digits. `fold` must not read such a code point as
  // a letter.
  for (const code of [0x1f14f, 0x1f16a, 0x1f16f, 0x1f18a, 0x1f1e5, 0x1f200, 0x2775, 0x2793])
    expect(fold(String.fromCodePoint(code)).text).not.toMatch(/^[a-z1-9{]$/)
})

test('each character leads back to the place where it was written', () => {
  const { text, positions } = fold('a\u200bb🅒d')
  expect(text).toBe(fold('abcd').text)
  expect([...positions]).toEqual([0, 2, 3, 5, 6])
})

test('what nobody sees is found, but not inside an emoji', () => {
  for (const text of ['a\u200bb', 'a\u00adb', 'a\u2060b', '\ufeffa']) expect(hasInvisible(text)).toBe(true)
  for (const text of ['ab', '👩‍💻', '❤️', '1️⃣']) expect(hasInvisible(text)).toBe(false)
})
