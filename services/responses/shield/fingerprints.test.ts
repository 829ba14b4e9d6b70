import { expect, test } from 'vitest'
import { responses } from '#tests/corpus/responses/responses.ts'
import { leastCommonBits, printOf, sharedPercent } from './fingerprints.ts'
import { copiedPercent } from './rules.ts'

const common = (one: string, other: string) =>
  [...one].filter((bit, at) => bit === '1' && other[at] === '1').length

test('texts with enough common pairs have enough common bits', () => {
  const written = responses.slice(0, 120).map(({ text }) => printOf(text))
  // Each text is a beginning of the longest text. Together the texts have small, medium and large shares of common word
  // pairs.
  const long = Array.from(
    { length: 170 },
    (_, n) => `слово${String.fromCharCode(1072 + (n % 32), 1072 + (n >> 5))}`,
  )
  const parts = [1, 2, 3, 40, 100, 170].map((count) => printOf(long.slice(0, count).join(' ')))
  const shares = new Set<boolean>()
  for (const print of [...written, ...parts])
    for (const other of [...written, ...parts]) {
      const isNear = common(print.signature, other.signature) >= leastCommonBits(print, copiedPercent)
      const isCopy = sharedPercent(print, other) >= copiedPercent
      shares.add(isCopy)
      if (isCopy) expect(isNear).toBe(true)
    }
  expect(shares.size).toBe(2)
})

test('the bits rule out most texts with few common pairs', () => {
  const prints = responses.map(({ text }) => printOf(text))
  const [print] = prints as [ReturnType<typeof printOf>]
  const foreign = prints.filter((other) => sharedPercent(print, other) < 30)
  const near = foreign.filter(
    ({ signature }) => common(print.signature, signature) >= leastCommonBits(print, copiedPercent),
  )
  expect(near.length).toBeLessThan(foreign.length / 10)
})
