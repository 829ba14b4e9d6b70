import { distance } from './distance.ts'
import { inCyrillic } from './keyboards.ts'
import { normalWord, shapeOf, stemOf, wordsOf } from './letters.ts'

/**
 * A word as it is shown, and how sure it is that the word is right. `isSure` words stand in the lists of the product;
 * others only in titles, where `count` listings have them.
 */
export type VocabularyWord = { shown: string; isSure: boolean; count: number }
type Entry = VocabularyWord & { stem: string }

export type Vocabulary = {
  /** The word in any of its forms; undefined for an unknown word. */
  find(normal: string): Entry | undefined
  /** True if a word of the vocabulary begins with the letters. */
  hasBeginning(normal: string): boolean
  /** A name of one word or several in the other alphabet or spelling. */
  otherSpelling(words: string): string | undefined
  /** The word that looks the same in other letters. */
  findShape(normal: string): Entry | undefined
  /** The most similar word with mistakes of at most `most`, or as many as its length allows. */
  findClosest(normal: string, most?: number): Entry | undefined
}

/** Cost of mistakes that a word may have, by its length: short words resemble each other too much. */
function allowedCost(length: number): number {
  if (length < 4) return 0
  if (length === 4) return 0.75
  if (length < 7) return 1
  return length < 9 ? 1.5 : 2
}

const pairsOf = (stem: string) => {
  const framed = `^${stem}`
  return [...framed].slice(1).map((letter, at) => `${framed[at]}${letter}`)
}

/**
 * @param words words of a text each; the first form of a word is the one that is shown
 * @param spellings names with their other spellings
 */
export function createVocabulary(
  words: Iterable<VocabularyWord>,
  spellings: Iterable<{ name: string; others: string[] }> = [],
): Vocabulary {
  const entries = new Map<string, Entry>()
  const add = ({ shown, isSure, count }: VocabularyWord) => {
    for (const { written, normal } of wordsOf(shown)) {
      const stem = stemOf(normal)
      const known = entries.get(stem)
      if (known) {
        known.count += count
        known.isSure ||= isSure
      } else entries.set(stem, { shown: written, isSure, count, stem })
    }
  }
  const otherSpellings = new Map<string, string>()
  for (const { name, others } of spellings) {
    add({ shown: name, isSure: true, count: 0 })
    for (const other of others) {
      add({ shown: other, isSure: true, count: 0 })
      if (isSpelling(name, other)) otherSpellings.set(keyOf(other), name)
    }
  }
  for (const word of words) add(word)
  const list = [...entries.values()]
  const byShape = new Map(list.map((entry) => [shapeOf(normalWord(entry.shown)), entry]))
  const sorted = list.map(({ shown }) => normalWord(shown)).sort()
  const byPair = new Map<string, number[]>()
  for (const [index, { stem }] of list.entries()) {
    for (const pair of new Set(pairsOf(stem))) {
      const holders = byPair.get(pair)
      if (holders) holders.push(index)
      else byPair.set(pair, [index])
    }
  }

  return {
    find: (normal) => entries.get(stemOf(normal)),
    hasBeginning: (normal) => normal.length > 2 && firstFrom(sorted, normal)?.startsWith(normal) === true,
    otherSpelling: (words) => otherSpellings.get(keyOf(words)),
    findShape: (normal) => byShape.get(shapeOf(normal)),
    findClosest,
  }

  function findClosest(normal: string, most = Number.POSITIVE_INFINITY): Entry | undefined {
    const stem = stemOf(normal)
    const allowed = Math.min(most, allowedCost(stem.length))
    if (allowed === 0) return undefined
    const pairs = pairsOf(stem)
    // A mistake changes at most three pairs of letters.
    const leastShared = Math.max(1, pairs.length - 3 * Math.ceil(allowed / 0.75))
    const shared = new Map<number, number>()
    for (const pair of pairs)
      for (const index of byPair.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    let best: Entry | undefined
    let bestCost = allowed
    for (const [index, count] of shared) {
      const entry = list[index]
      if (!entry || count < leastShared || Math.abs(entry.stem.length - stem.length) > 3) continue
      const cost = distance(stem, entry.stem, bestCost)
      if (cost > bestCost || (cost === bestCost && best && !isMoreUsual(entry, best))) continue
      best = entry
      bestCost = cost
    }
    return best
  }
}

/** The first of the sorted words that is not before `start`. */
function firstFrom(sorted: string[], start: string): string | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < start) low = middle + 1
    else high = middle
  }
  return sorted[low]
}

const isMoreUsual = (one: Entry, other: Entry) =>
  one.isSure === other.isSure ? one.count > other.count : one.isSure

/** Part of its letters in which a name in the other alphabet may differ from how it is read. */
const readDifference = 0.45

/**
 * True for a foreign name in Cyrillic letters («юнити»), for a loanword in Latin letters that is read alike ("banner"), and
 * for one letter changed. Translations and synonyms are names of their own.
 */
function isSpelling(name: string, other: string): boolean {
  const [one, two] = [keyOf(name), keyOf(other)].map(inCyrillic) as [string, string]
  const [isRussian, isOtherRussian] = [name, other].map((text) => /[а-яё]/i.test(text))
  if (isRussian === isOtherRussian) return distance(one, two, 0.5) <= 0.5
  if (!isRussian) return true
  const most = Math.min(one.length, two.length) * readDifference
  return one.startsWith(two) || distance(one, two, most) <= most
}

/** Words of a text without their endings. Texts of the same words have the same key. */
export const keyOf = (text: string) =>
  wordsOf(text)
    .map(({ normal }) => stemOf(normal))
    .join(' ')
