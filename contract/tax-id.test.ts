import fc from 'fast-check'
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

/** Weights as the order of the tax service lists them: one list for each check digit. */
const weightLists = {
  company: [2, 4, 10, 3, 5, 9, 4, 6, 8],
  first: [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  second: [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
}
function withCheckDigit(digits: string, weights: number[]): string {
  let sum = 0
  for (const [at, weight] of weights.entries()) sum += weight * Number(digits[at])
  return `${digits}${String(sum % 11).slice(-1)}`
}
const region = fc.integer({ min: 1, max: 99 }).map((code) => String(code).padStart(2, '0'))
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('of all check digits the one of the tax service is taken, for companies and for people', () => {
  const company = fc.tuple(region, digits(7)).map((parts) => parts.join(''))
  /** Numbers that differ from this one in its check digits alone, and are accepted. */
  const accepted = (number: string, checkDigits: number) => {
    const body = number.slice(0, -checkDigits)
    const ends = Array.from({ length: 10 ** checkDigits }, (_, end) => String(end).padStart(checkDigits, '0'))
    return ends.map((end) => body + end).filter(isTaxId)
  }
  fc.assert(
    fc.property(company, digits(1), (body, last) => {
      const ofCompany = withCheckDigit(body, weightLists.company)
      expect(accepted(ofCompany, 1)).toEqual([ofCompany])
      const first = withCheckDigit(body + last, weightLists.first)
      const ofPerson = withCheckDigit(first, weightLists.second)
      expect(accepted(ofPerson, 2)).toEqual([ofPerson])
    }),
    { numRuns: 500 },
  )
})
