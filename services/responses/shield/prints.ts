import { createHash } from 'node:crypto'
import { isTelling } from './vacuous.ts'
import { wordsOf } from './words.ts'

/** A text as the set of its neighbouring words, so that texts can be compared by what they have in common. */
export type Print = {
  /** Each pair of neighbouring words as a number; ascending, each once. */
  shingles: number[]
  /** The smallest of them: what an index finds likely copies by. */
  sketch: number[]
}

/** Two texts that share most of their pairs share some of so many smallest ones, but for one in ten thousand. */
const sketched = 12
/** Words that repeat add nothing. */
const longest = 160

function hash(text: string): number {
  return createHash('sha1').update(text).digest().readInt32BE(0)
}

export function printOf(text: string): Print {
  const words = wordsOf(text).slice(0, longest)
  const pairs = words.length < 2 ? words : words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const shingles = [...new Set(pairs.map(hash))].sort((a, b) => a - b)
  // What everybody says would find everybody.
  const telling = new Set(pairs.filter((pair) => pair.split(' ').some(isTelling)).map(hash))
  const found = shingles.filter((shingle) => telling.has(shingle))
  return { shingles, sketch: (found.length > 0 ? found : shingles).slice(0, sketched) }
}

/** How much of a text another one holds, 0 to 100. The database counts the same way, see copies.ts. */
export function sharedPercent(text: Print, other: Print): number {
  const known = new Set(other.shingles)
  const shared = text.shingles.filter((shingle) => known.has(shingle)).length
  return text.shingles.length === 0 ? 0 : Math.round((100 * shared) / text.shingles.length)
}
