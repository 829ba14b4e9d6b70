import { hash } from 'node:crypto'
import { isTelling } from './filler-words.ts'
import { wordsOf } from './words.ts'

/** A text as the set of its neighbouring words, so that texts can be compared by what they have in common. */
export type Print = {
  /** Each pair of neighbouring words as a number; ascending, each once. */
  shingles: number[]
  /** The smallest of them: what an index finds likely copies by. */
  sketch: number[]
  /** A bit for each of them, as ones and zeros: what few bits are common to has few pairs in common. */
  signature: string
}

/** Two texts that share most of their pairs share some of so many smallest ones, but for one in ten thousand. */
const sketched = 12
/** Words that repeat add nothing. */
const longest = 160
const signatureBits = 256

const numberOf = (pair: string) => hash('sha1', pair, 'buffer').readInt32BE(0)

export function printOf(text: string): Print {
  const words = wordsOf(text).slice(0, longest)
  const pairs = words.length < 2 ? words : words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const numbers = new Map(pairs.map((pair) => [pair, numberOf(pair)]))
  const inOrder = (found: Iterable<number>) => [...new Set(found)].sort((a, b) => a - b)
  const shingles = inOrder(numbers.values())
  // What everybody says would find everybody.
  const telling = [...numbers].filter(([pair]) => pair.split(' ').some(isTelling))
  const found = inOrder(telling.map(([, number]) => number))
  const sketch = (found.length > 0 ? found : shingles).slice(0, sketched)
  return { shingles, sketch, signature: signatureOf(shingles) }
}

function signatureOf(shingles: number[]): string {
  const bits = new Array<0 | 1>(signatureBits).fill(0)
  for (const shingle of shingles) bits[shingle & (signatureBits - 1)] = 1
  return bits.join('')
}

/**
 * How many bits a text has at least in common with one that shares `percent` of its pairs: each pair that is not shared
 * takes one bit away at most.
 */
export function leastBits({ shingles, signature }: Print, percent: number): number {
  // As it is rounded where it is counted, in whole numbers.
  const shared = Math.ceil(((2 * percent - 1) * shingles.length) / 200)
  return signature.replaceAll('0', '').length - (shingles.length - shared)
}

/** How much of a text another one holds, 0 to 100. The database counts the same way, see copies.ts. */
export function sharedPercent(text: Print, other: Pick<Print, 'shingles'>): number {
  const known = new Set(other.shingles)
  const shared = text.shingles.filter((shingle) => known.has(shingle)).length
  return text.shingles.length === 0 ? 0 : Math.round((100 * shared) / text.shingles.length)
}
