import { expect, test } from 'vitest'
import { formatSum, parseSum, readShopFields, sameSignature, signatureOf } from './signature.ts'

const uuid = '0f3b5a52-9a35-4f5e-8f6e-3f8e1f6a2b11'
const fields = (changes: object) =>
  new Map<string, string>(Object.entries({ OutSum: '1.00', Shp_item: '77', Shp_kind: 'project', ...changes }))

test('our fields are found among all', () => {
  expect(readShopFields(fields({}))).toEqual({ Shp_item: '77', Shp_kind: 'project' })
  expect(readShopFields(fields({ Shp_payment: uuid }))).toEqual({
    Shp_item: '77',
    Shp_kind: 'project',
    Shp_payment: uuid,
  })
  const longest = 'a'.repeat(64)
  expect(readShopFields(fields({ Shp_item: longest }))?.Shp_item).toBe(longest)
})

test.each([
  { Shp_other: '1' },
  { shp_other: '1' },
  { Shp_item: '' },
  { Shp_item: 'a'.repeat(65) },
  { Shp_kind: '77:x' },
  { Shp_payment: 'a b' },
])('%j is not ours', (changes) => {
  expect(readShopFields(fields(changes))).toBeUndefined()
})

test.each(['Shp_item', 'Shp_kind'])('without %s the fields are refused', (name) => {
  const some = fields({ Shp_payment: uuid })
  some.delete(name)
  expect(readShopFields(some)).toBeUndefined()
})

test('signatures match in either case, if complete and hexadecimal', () => {
  const signature = signatureOf('md5', ['a', 'b'], { Shp_kind: 'project', Shp_item: '77' })
  // md5 of "a:b:Shp_item=77:Shp_kind=project"
  expect(signature).toBe('5036fa1f2d1289aab70f2b8d9c2d39f3')
  expect(sameSignature(signature, signature)).toBe(true)
  expect(sameSignature(signature, signature.toUpperCase())).toBe(true)
  for (const other of [
    '',
    signature.slice(2),
    `${signature}00`,
    `z${signature.slice(1)}`,
    signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  ])
    expect(sameSignature(signature, other)).toBe(false)
})

test.each([
  ['2500.000000', 250_000],
  ['2500.50', 250_050],
  ['2500.5', 250_050],
  ['0.07', 7],
  ['7', 700],
  ['999999999.99', 99_999_999_999],
  ['0.001', undefined],
  ['01', undefined],
  ['', undefined],
])('%s is %s kopecks', (text, kopecks) => {
  expect(parseSum(text)).toBe(kopecks)
})

test('kopecks are written with a dot and two decimals', () => {
  expect([7, 70, 100, 250_050, 99_999_999_999].map(formatSum)).toEqual([
    ...['0.07', '0.70', '1.00'],
    ...['2500.50', '999999999.99'],
  ])
})
