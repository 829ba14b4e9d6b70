import { hash } from 'node:crypto'
import { isSpecific, wordsOf } from './filler-words.ts'

/** Fingerprint of a text, for comparing texts: the set of its word pairs. */
export type Print = {
  /** Hashes of all pairs of neighbouring words, ascending, each once. */
  shingles: number[]
  /** The smallest hashes of word pairs, by which an index finds likely copies. */
  sketch: number[]
  /** A string of zeros and ones. Each hash sets one bit. Texts with few common bits have few common word pairs. */
  signature: string
}

/**
 * Number of the smallest hashes that a fingerprint keeps. With this number, only one in ten thousand similar texts has
 * none of them in common.
 */
const sketchSize = 12
/** Number of words that a fingerprint covers; later words would add nothing. */
const maxWords = 160
const signatureBits = 256

const hashPair = (pair: string) => hash('sha1', pair, 'buffer').readInt32BE(0)

export function printOf(text: string): Print {
  const words = wordsOf(text).slice(0, maxWords)
  const pairs = words.length < 2 ? words : words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const numbers = new Map(pairs.map((pair) => [pair, hashPair(pair)]))
  const inOrder = (found: Iterable<number>) => [...new Set(found)].sort((a, b) => a - b)
  const shingles = inOrder(numbers.values())
  // Pairs of filler words are left out, because they would match everybody's texts.
  const telling = [...numbers].filter(([pair]) => pair.split(' ').some(isSpecific))
  const found = inOrder(telling.map(([, number]) => number))
  const sketch = (found.length > 0 ? found : shingles).slice(0, sketchSize)
  return { shingles, sketch, signature: signatureOf(shingles) }
}

function signatureOf(shingles: number[]): string {
  const bits = new Array<0 | 1>(signatureBits).fill(0)
  for (const shingle of shingles) bits[shingle & (signatureBits - 1)] = 1
  return bits.join('')
}

/**
 * Least number of signature bits that two texts have in common if one contains `percent` of the other's word pairs.
 * Each word pair that is not in common clears at most one bit.
 */
export function leastCommonBits({ shingles, signature }: Print, percent: number): number {
  // The limit is half a percent lower, because `sharedPercent` rounds to whole percents.
  const shared = Math.ceil(((2 * percent - 1) * shingles.length) / 200)
  return signature.replaceAll('0', '').length - (shingles.length - shared)
}

/**
 * Share of a text's word pairs that another text contains, 0 to 100. An SQL expression in copies.ts computes the same
 * share.
 */
export function sharedPercent(text: Print, other: Pick<Print, 'shingles'>): number {
  const otherShingles = new Set(other.shingles)
  const shared = text.shingles.filter((shingle) => otherShingles.has(shingle)).length
  return text.shingles.length === 0 ? 0 : Math.round((100 * shared) / text.shingles.length)
}
