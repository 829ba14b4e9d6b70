import { isBelow, isBeside } from './keyboards.ts'

/** Letters that are easily confused because they sound alike. */
const soundPairs = new Set(
  [
    'ао',
    'еи',
    'еэ',
    'яе',
    'яи',
    'ыи',
    'йи',
    'ую',
    'зс',
    'дт',
    'бп',
    'вф',
    'гк',
    'жш',
    'шщ',
    'шч',
    'цс',
    'ae',
    'ei',
    'iy',
    'ao',
  ]
    .concat(['ou', 'ck', 'sz', 'sc', 'dt', 'bp', 'fv', 'gj', 'ai', 'eo', 'er'])
    .flatMap((pair) => [pair, [...pair].reverse().join('')]),
)
const vowels = /[аеиоуыэюяaeiouy]/

/** Costs of the mistakes. A mistake that people make often costs less, one in the first letter more. */
const costs = {
  doubled: 0.5,
  silent: 0.5,
  sound: 0.5,
  swapped: 0.75,
  beside: 0.75,
  below: 1,
  vowel: 1,
  letter: 1,
  other: 1.4,
  first: 0.25,
}

function replaceCost(one: string, other: string): number {
  if (one === other) return 0
  if (soundPairs.has(one + other)) return costs.sound
  if (isBeside(one, other)) return costs.beside
  if (isBelow(one, other)) return costs.below
  return vowels.test(one) && vowels.test(other) ? costs.vowel : costs.other
}

/** Cost of a letter that one word has and the other has not. */
function letterCost(word: string, at: number): number {
  const letter = word[at] ?? ''
  if (letter === word[at - 1] || letter === word[at + 1]) return costs.doubled
  return /[ьъ]/.test(letter) ? costs.silent : costs.letter
}

/**
 * Cost of the mistakes that turn one word into the other: letters left out, added, replaced, or swapped with the next
 * one. Stops early once the cost exceeds `most`; the result is then greater than `most`.
 */
export function distance(one: string, other: string, most: number): number {
  let beforeLast: number[] = []
  let last = [0]
  let lastLeast = 0
  for (let at = 0; at < other.length; at++) last.push((last[at] ?? 0) + letterCost(other, at))
  for (let i = 1; i <= one.length; i++) {
    const row = [(last[0] ?? 0) + letterCost(one, i - 1)]
    let least = row[0] ?? 0
    for (let j = 1; j <= other.length; j++) {
      const [a, b] = [one[i - 1] ?? '', other[j - 1] ?? '']
      let cost = Math.min(
        (last[j] ?? 0) + letterCost(one, i - 1),
        (row[j - 1] ?? 0) + letterCost(other, j - 1),
        (last[j - 1] ?? 0) + replaceCost(a, b) + (i === 1 && j === 1 && a !== b ? costs.first : 0),
      )
      if (a === other[j - 2] && b === one[i - 2])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + costs.swapped)
      row.push(cost)
      least = Math.min(least, cost)
    }
    // Two swapped letters are counted from the row before the last one.
    if (Math.min(least, lastLeast) > most) return least
    beforeLast = last
    last = row
    lastLeast = least
  }
  return last[other.length] ?? 0
}
