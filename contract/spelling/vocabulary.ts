import { distance } from './distance.ts'
import { inCyrillic, soundsOf } from './keyboards.ts'
import { normalWord, rootOf, shapeOf, stemOf, wordsOf } from './letters.ts'
import { indexSimilar } from './similar-words.ts'

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
  /** The same word in the letters of the other alphabet: "yandex" is «Яндекс», «роблокс» is "Roblox". */
  inOtherAlphabet(normal: string): string | undefined
  /** The word that looks the same in other letters. */
  findShape(normal: string): Entry | undefined
  /** The most similar word with mistakes of at most `most`, or as many as its length allows, and their cost. */
  findClosest(normal: string, most?: number): { word: Entry; cost: number } | undefined
  /** The words that are most similar if they are typed as one: «вебдизайнр». */
  findJoined(normal: string): string | undefined
  /** The word in Latin letters that sounds most similar, however it is written. */
  findSounding(normal: string): Entry | undefined
}

/** Cost of mistakes that a word may have, by its length: short words resemble each other too much. */
function allowedCost(length: number): number {
  if (length < 4) return 0
  if (length === 4) return 0.75
  if (length < 7) return 1
  return length < 9 ? 1.5 : 2
}

/** Fewest letters, and cost of the mistakes, of several words that are typed as one. */
const leastJoined = 7
const joinedCost = 1

/** Fewest letters of a Latin word that is corrected to one that sounds alike: "photografy". */
const leastSounding = 4

/** Cost of mistakes in how a word of the other alphabet sounds. */
function allowedSoundCost(length: number): number {
  if (length < 5) return 0
  if (length === 5) return 0.5
  return length < 8 ? 0.75 : 1
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
      const root = rootOf(normal)
      const known = entries.get(root)
      if (known) {
        known.count += count
        known.isSure ||= isSure
      } else entries.set(root, { shown: written, isSure, count, stem: stemOf(normal) })
    }
  }
  const otherSpellings = new Map<string, string>()
  const joined: { key: string; word: string }[] = []
  // Several words that are typed as one, or without the sign between them: «чатбот», "uxui", "ux ui".
  const addJoined = (text: string) => {
    if (wordsOf(text).length < 2) return
    for (const key of [joinedKeyOf(text), keyOf(text)])
      if (!otherSpellings.has(key)) otherSpellings.set(key, text)
    joined.push({ key: joinedKeyOf(text), word: text })
  }
  for (const { name, others } of spellings) {
    add({ shown: name, isSure: true, count: 0 })
    for (const other of others) {
      add({ shown: other, isSure: true, count: 0 })
      if (isSpelling(name, other)) otherSpellings.set(keyOf(other), name)
    }
    for (const text of [name, ...others]) addJoined(text)
  }
  for (const word of words) {
    add(word)
    if (/\p{L}-\p{L}/u.test(word.shown)) addJoined(word.shown)
  }
  const list = [...entries.values()]
  const byShape = new Map(list.map((entry) => [shapeOf(normalWord(entry.shown)), entry]))
  const sorted = list.map(({ shown }) => normalWord(shown)).sort()
  const closest = indexSimilar(
    list.map((word) => ({ key: word.stem, word })),
    isMoreUsual,
  )
  const closestJoined = indexSimilar(joined, () => false)
  const soundsIn = (letters: RegExp) =>
    list
      .filter(({ shown }) => letters.test(shown))
      .flatMap((word) => soundKeysOf(normalWord(word.shown)).map((key) => ({ key, word })))
  const latin = soundsIn(/^[a-z]/i)
  const closestSounding = indexSimilar(latin, isMoreUsual)
  const finderOf = (words: typeof latin) => {
    const bySound = new Map(words.map(({ key, word }) => [key, word]))
    return (normal: string) => soundKeysOf(normal).flatMap((key) => bySound.get(key) ?? [])[0]
  }
  const [findLatin, findCyrillic] = [finderOf(latin), finderOf(soundsIn(/^[а-яё]/i))]

  return {
    find: (normal) => entries.get(rootOf(normal)),
    hasBeginning: (normal) => normal.length > 2 && firstFrom(sorted, normal)?.startsWith(normal) === true,
    otherSpelling: (words) => otherSpellings.get(keyOf(words)),
    inOtherAlphabet: (normal) => (/^[a-z]/.test(normal) ? findCyrillic : findLatin)(normal)?.shown,
    findShape: (normal) => byShape.get(shapeOf(normal)),
    findClosest(normal, most = Number.POSITIVE_INFINITY) {
      const stem = stemOf(normal)
      return closest(stem, Math.min(most, allowedCost(stem.length)))
    },
    findJoined: (normal) =>
      normal.length < leastJoined ? undefined : closestJoined(stemOf(normal), joinedCost)?.word,
    findSounding(normal) {
      const same = findLatin(normal)
      // In the same letters many short words sound alike, and mistakes are counted by the letters.
      if (/^[a-z]/.test(normal)) return normal.length < leastSounding ? undefined : same
      if (same) return same
      return soundKeysOf(normal).flatMap(
        (key) => closestSounding(key, allowedSoundCost(key.length))?.word ?? [],
      )[0]
    },
  }
}

const soundKeysOf = (normal: string) => soundsOf(normal).map(stemOf)

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
 * True for a foreign name in Cyrillic letters («юнити»), for a loanword in Latin letters that is read alike ("banner"),
 * for one letter or the spaces changed, and for an abbreviation («вк», "js"). Translations and synonyms are names of
 * their own.
 */
function isSpelling(name: string, other: string): boolean {
  const [one, two] = [name, other].map((text) => inCyrillic(joinedKeyOf(text))) as [string, string]
  const [isRussian, isOtherRussian] = [name, other].map((text) => /[а-яё]/i.test(text))
  if (isRussian === isOtherRussian)
    return distance(one, two, 0.5) <= 0.5 || isAbbreviation(other.toLowerCase(), name.toLowerCase())
  if (!isRussian) return true
  const most = Math.min(one.length, two.length) * readDifference
  return one.startsWith(two) || distance(one, two, most) <= most
}

/** True if two or three letters stand in a single word in this order, the first of them at its beginning. */
const isAbbreviation = (short: string, name: string) =>
  /^\p{L}{2,3}$/u.test(short) && new RegExp(`^${[...short].join('\\p{L}*')}\\p{L}*$`, 'u').test(name)

/** Words of a text without their endings. Texts of the same words have the same key. */
export const keyOf = (text: string) =>
  wordsOf(text)
    .map(({ normal }) => rootOf(normal))
    .join(' ')

/** The same words as if they were typed without spaces. */
const joinedKeyOf = (text: string) => {
  const joined = wordsOf(text)
    .map(({ normal }) => normal)
    .join('')
  return stemOf(joined)
}
