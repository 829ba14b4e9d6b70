import { distance } from './distance.ts'

const pairsOf = (key: string) => {
  const framed = `^${key}`
  return [...framed].slice(1).map((letter, at) => `${framed[at]}${letter}`)
}

/**
 * Words of four letters resemble too many others for a whole mistake. A letter left out of a word of five is the
 * exception, because it is the most frequent mistake.
 */
const shortest = 4
const leastForShort = 0.75
const leftOut = 1
const lacksLetter = (key: string, other: string) => other.length === key.length + 1 && other[0] === key[0]

/**
 * Finds the most similar of many words, and the cost of its mistakes. Only words that share most pairs of letters are compared.
 * @param list words with their key, by which they are compared
 * @param isBetter true if the first of two words with the same mistakes is the more likely one
 */
export function indexSimilar<Word>(
  list: { key: string; word: Word }[],
  isBetter: (one: Word, other: Word) => boolean,
): (key: string, allowedCost: number) => { word: Word; cost: number } | undefined {
  const byPair = new Map<string, number[]>()
  for (const [index, { key }] of list.entries()) {
    for (const pair of new Set(pairsOf(key))) {
      const holders = byPair.get(pair)
      if (holders) holders.push(index)
      else byPair.set(pair, [index])
    }
  }

  return (key, allowedCost) => {
    if (allowedCost === 0) return undefined
    const mayLack = key.length === shortest && allowedCost >= leastForShort
    const pairs = pairsOf(key)
    // A mistake changes at most three pairs of letters.
    const leastShared = Math.max(1, pairs.length - 3 * Math.ceil(allowedCost / 0.75))
    const shared = new Map<number, number>()
    for (const pair of pairs)
      for (const index of byPair.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    let best: { word: Word; cost: number } | undefined
    for (const [index, count] of shared) {
      const entry = list[index]
      if (!entry || count < leastShared || Math.abs(entry.key.length - key.length) > 3) continue
      const allowed = mayLack && lacksLetter(key, entry.key) ? Math.max(allowedCost, leftOut) : allowedCost
      const most = Math.min(allowed, best?.cost ?? allowed)
      const cost = distance(key, entry.key, most)
      if (cost > most || (cost === most && best && !isBetter(entry.word, best.word))) continue
      best = { word: entry.word, cost }
    }
    return best
  }
}
