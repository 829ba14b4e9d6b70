import { inCyrillic, onOtherKeyboard } from './keyboards.ts'
import { normalText, normalWord, wordsOf } from './letters.ts'
import { keyOf, type Vocabulary } from './vocabulary.ts'

/** Fewest letters of a word that two words without a space between them have together. */
const leastJoined = 7
/** Most letters of a word that may be two words. Each place of a space is tried, so a longer word costs too much. */
const mostJoined = 40
/** Most words of a search that is corrected. */
const mostTerms = 8
/** Cost of a letter too many or too few. Such a word is rather a mistake than two words. */
const oneLetter = 1
/** Fewest letters of a word in Latin letters that may have a mistake, beside how its sounds are written. */
const longSound = 8
/** Listings whose titles must have a word before it counts as written right. */
const usualCount = 3

/**
 * Returns search words with their mistakes corrected, the most likely first: letters, keyboard, alphabet and spaces.
 * Empty if the words seem right. Quotes ask for exactly these words, so nothing is corrected then.
 * @param isWritten true if some text has the words as typed. Then only likely slips are corrected.
 */
export function correctWords(text: string, vocabulary: Vocabulary, isWritten = false): string[] {
  const typed = text.trim().split(/\s+/).filter(Boolean)
  if (typed.length > mostTerms || (text.match(/[\p{L}\p{N}]/gu) ?? []).length < 2) return []
  if (typed.some((term) => /^["«]/.test(term) && /["»]$/.test(text))) return []
  const correct = (terms: string[]) =>
    terms.map((term, at) =>
      // The last word may still be typed.
      at === terms.length - 1 && vocabulary.hasBeginning(normalWord(term))
        ? term
        : correctTerm(term, vocabulary, isWritten),
    )
  const corrected = correct(isWritten ? typed : joinTerms(typed, vocabulary))
  if (isWritten) return differing([corrected.join(' ')], text)
  const hasExcluded = typed.some((term) => term.startsWith('-'))
  return differing(
    [
      corrected.join(' '),
      (hasExcluded ? undefined : vocabulary.otherSpelling(text)) ?? '',
      corrected.map((term) => inOtherWords(term, vocabulary)).join(' '),
      hasExcluded || isAllKnown(text, vocabulary) ? '' : onOtherKeyboard(text),
      joinTerms(typed, vocabulary, true).join(' '),
      typed.map((term) => inShownForm(term, vocabulary)).join(' '),
    ],
    text,
  )
}

/** Candidates that differ from the text, each once. The database reads "node js" and "Node.js" as different words. */
const differing = (candidates: string[], text: string) =>
  [...new Set(candidates.map(lowerCased))].filter(
    (candidate) => normalText(candidate) !== normalText(text.trim()) && wordsOf(candidate).length > 0,
  )

/** True if two texts have the same words in other forms. */
export const isSameWords = (one: string, other: string) => keyOf(one) === keyOf(other)

/** Names and foreign words in their other spelling: «вк» is «ВКонтакте», "yandex" is «Яндекс». */
function inOtherWords(term: string, vocabulary: Vocabulary): string {
  if (term.startsWith('-')) return term
  const spelled = term.split(' ').map((word) => {
    const normal = normalWord(word)
    const isTitled = (vocabulary.find(normal)?.count ?? 0) > 0
    return (
      vocabulary.otherSpelling(word) ?? (isTitled ? undefined : vocabulary.inOtherAlphabet(normal)) ?? word
    )
  })
  return spelled.join(' ')
}

/** A known word in the form in which the market has it: the database does not know «татуировок» as «татуировки». */
const inShownForm = (term: string, vocabulary: Vocabulary) =>
  term.startsWith('-') ? term : (vocabulary.find(normalWord(term))?.shown ?? term)

/** Lower case for Russian words. Names in Latin letters keep their capitals. */
const lowerCased = (text: string) =>
  /[а-яё]/i.test(text) ? text.replace(/[А-ЯЁ]/g, (letter) => letter.toLowerCase()) : text

/**
 * Joins neighbours that are one word together: «лого тип» is «логотип».
 * @param isAlways true to join also what is right as two words
 */
function joinTerms(terms: string[], vocabulary: Vocabulary, isAlways = false): string[] {
  const joined: string[] = []
  for (const term of terms) {
    const before = joined.at(-1)
    const isOne = before !== undefined && vocabulary.find(normalWord(before + term)) !== undefined
    const isRightAsTwo = isOne && before.length > 4 && [before, term].every((one) => isRight(one, vocabulary))
    if (isOne && (isAlways || !isRightAsTwo)) joined[joined.length - 1] = before + term
    else joined.push(term)
  }
  return joined
}

const isRight = (word: string, vocabulary: Vocabulary) => {
  const entry = vocabulary.find(normalWord(word))
  return entry !== undefined && (entry.isSure || entry.count >= usualCount)
}

/** Corrects what stands between two spaces. Parts that a hyphen divides are words of their own. */
function correctTerm(term: string, vocabulary: Vocabulary, isWritten: boolean): string {
  // A word after a minus is excluded from the results.
  if (/^-/.test(term)) return term
  const words = wordsOf(term)
  if (!isWritten && words.some(({ normal }) => !isKnown(normal, vocabulary))) {
    const swapped = onOtherKeyboard(term)
    const swappedWords = wordsOf(swapped)
    if (swappedWords.length > 0 && swappedWords.every(({ normal }) => isKnown(normal, vocabulary)))
      return swappedWords.map(({ normal }) => vocabulary.find(normal)?.shown ?? normal).join(' ')
  }
  let result = term
  for (const { written, normal, at } of [...words].reverse()) {
    const better = correctWord(normal, vocabulary, isWritten)
    if (better) result = result.slice(0, at) + better + result.slice(at + written.length)
  }
  return result
}

const isKnown = (normal: string, vocabulary: Vocabulary) => vocabulary.find(normal) !== undefined

/** True if the vocabulary has each word of a text in some form. */
export const isAllKnown = (text: string, vocabulary: Vocabulary) =>
  wordsOf(text).every(({ normal }) => isKnown(normal, vocabulary))

function correctWord(normal: string, vocabulary: Vocabulary, isWritten: boolean): string | undefined {
  const known = vocabulary.find(normal)
  if (known && (known.isSure || !isWritten || known.count >= usualCount)) return undefined
  // Few words are that similar, so this takes much less time than the search for all others below.
  const slip = vocabulary.findClosest(normal, 0.5)?.word
  if (isWritten) return slip?.isSure ? slip.shown : undefined
  const same = vocabulary.otherSpelling(normal) ?? (vocabulary.findShape(normal) ?? slip)?.shown
  if (same) return same
  const closest = vocabulary.findClosest(normal)
  if (closest && closest.cost <= oneLetter) return closest.word.shown
  const parts = splitInTwo(normal, vocabulary) ?? vocabulary.findJoined(normal)
  if (parts) return parts
  const similar =
    closest?.word ??
    (/[a-z]/.test(normal) ? findInCyrillic(normal, vocabulary) : undefined) ??
    vocabulary.findSounding(normal) ??
    vocabulary.findClosest(onOtherKeyboard(normal), 1)?.word
  return similar?.shown
}

function findInCyrillic(normal: string, vocabulary: Vocabulary) {
  const sounded = inCyrillic(normal)
  return (
    vocabulary.find(sounded) ?? vocabulary.findClosest(sounded, sounded.length < longSound ? 0.5 : 1)?.word
  )
}

/** Short words that begin or end many others. */
const notParts = /^(?:под|для|без|при|про|над|как|или|что|and|for|the|not|with)$/

/** Short words are parts of many others, so that only usual ones count. */
const isPart = (word: string, vocabulary: Vocabulary) =>
  word.length > 3 ? isKnown(word, vocabulary) : isRight(word, vocabulary) && !notParts.test(word)

/** Splits a word in two that are both known: «монтажвидео» is «монтаж видео». */
function splitInTwo(normal: string, vocabulary: Vocabulary): string | undefined {
  if (normal.length < leastJoined || normal.length > mostJoined) return undefined
  for (let at = normal.length - 3; at >= 3; at--) {
    const [first, second] = [normal.slice(0, at), normal.slice(at)]
    if (isPart(first, vocabulary) && isPart(second, vocabulary)) return `${first} ${second}`
  }
  return undefined
}
