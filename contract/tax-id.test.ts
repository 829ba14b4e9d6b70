import { expect, test } from 'vitest'
import { isTaxId } from './tax-id.ts'

// ИНН of Yandex and Sberbank from their sites, and the ИНН of a person from an example of the tax service.
test.each(['7736207543', '7707083893', '500100732259'])('%s is an ИНН', (text) => {
  expect(isTaxId(text)).toBe(true)
})

test.each([
  '7736207544',
  '7707083983',
  '500100732258',
  '500100732269',
  '12345',
  '77362075430',
  '0000000000',
  '000000000000',
  '77070838 93',
  '770708389З',
  '',
])('%s is none', (text) => {
  expect(isTaxId(text)).toBe(false)
})

test('one changed digit is always noticed', () => {
  for (const number of ['7707083893', '500100732259'])
    for (let at = 0; at < number.length; at += 1) {
      const changed = `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`
      expect(isTaxId(changed), changed).toBe(false)
    }
})
