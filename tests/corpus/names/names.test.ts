import { expect, test } from 'vitest'
import { nameFlaw } from '#services/checks/names.ts'
import { type Half, halfOf, readTexts } from '#tests/corpus/texts.ts'

/** Names that look like those of staff, of the product or a contact; and names of honest people and companies. */
const falseNames = readTexts('names/false.txt')
const honestNames = readTexts('names/honest.txt')

const isRefused = (name: string) => nameFlaw(name, 'otklik_bot') !== undefined

function refusedShare(names: string[], half: Half) {
  const namesOfHalf = names.filter((name) => halfOf(name) === half)
  return (100 * namesOfHalf.filter(isRefused).length) / namesOfHalf.length
}

test('the corpus is large, each name once', () => {
  expect(falseNames.length).toBeGreaterThanOrEqual(400)
  expect(honestNames.length).toBeGreaterThanOrEqual(400)
  expect(new Set([...falseNames, ...honestNames]).size).toBe(falseNames.length + honestNames.length)
})

test('of the half that nobody looked at, 98 % of the false names are refused and 1 % of the honest', {
  timeout: 60_000,
}, () => {
  const shares = { false: refusedShare(falseNames, 'unseen'), honest: refusedShare(honestNames, 'unseen') }
  console.log(shares)
  expect(shares.false).toBeGreaterThanOrEqual(98)
  expect(shares.honest).toBeLessThanOrEqual(1)
})

test('of the half that the rules were made with, all false names are refused and none of the honest', {
  timeout: 60_000,
}, () => {
  const half = (name: string) => halfOf(name) === 'development'
  expect(falseNames.filter(half).filter((name) => !isRefused(name))).toEqual([])
  expect(honestNames.filter(half).filter(isRefused)).toEqual([])
})
