import { inCyrillic, onOtherKeyboard } from './keyboards.ts'
import { normalWord, wordsOf } from './letters.ts'
import { keyOf, type Vocabulary } from './vocabulary.ts'

/** Fewest letters of a word that two words without a space between them have together. */
const leastJoined = 7
/** Most letters of a word that may be two words. Each place of a space is tried, so a longer word costs too much. */
const mostJoined = 40
/** Most words of a search that is corrected. */
const mostTerms = 8
/** Listings whose titles must have a word before it counts as written right. */
const usualCount = 3

/**
 * Returns search words with their mistakes corrected, the most likely first: letters, keyboard, alphabet and spaces.
 * Empty if the words seem right. Quotes ask for exactly these words, so nothing is corrected then.
 * @param isWritten true if some text has the words as typed. Then only likely slips are corrected.
 */
export function correctWords(text: string, vocabulary: Vocabulary, isWritten = false): string[] {
  const typed = text.trim().split(/\s+/).filter(Boolean)
  if (typed.length > mostTerms) return []
  if (typed.some((term) => /^["«]/.test(term) && /["»]$/.test(text))) return []
  const terms = isWritten ? typed : joinTerms(typed, vocabulary)
  const corrected = terms.map((term, at) =>
    // The last word may still be typed.
    at === terms.length - 1 && vocabulary.hasBeginning(normalWord(term))
      ? term
      : correctTerm(term, vocabulary, isWritten),
  )
  const spelled = corrected
    .flatMap((term) => term.split(' '))
    .map((word) => (word.startsWith('-') ? word : (vocabulary.otherSpelling(word) ?? word)))
  const hasExcluded = typed.some((term) => term.startsWith('-'))
  const isAllKnown = wordsOf(text).every(({ normal }) => isKnown(normal, vocabulary))
  const candidates = isWritten
    ? [corrected.join(' ')]
    : [
        (hasExcluded ? undefined : vocabulary.otherSpelling(text)) ?? '',
        corrected.join(' '),
        spelled.join(' '),
        hasExcluded || isAllKnown ? '' : onOtherKeyboard(text),
      ]
  return [...new Set(candidates.map(lowerCased))].filter(
    (candidate) => keyOf(candidate) !== keyOf(text) && keyOf(candidate) !== '',
  )
}

/** Lower case for Russian words. Names in Latin letters keep their capitals. */
const lowerCased = (text: string) =>
  /[а-яё]/i.test(text) ? text.replace(/[А-ЯЁ]/g, (letter) => letter.toLowerCase()) : text

/** Joins neighbours that are one word together: «лого тип» is «логотип». */
function joinTerms(terms: string[], vocabulary: Vocabulary): string[] {
  const joined: string[] = []
  for (const term of terms) {
    const before = joined.at(-1)
    const isOne = before !== undefined && vocabulary.find(normalWord(before + term)) !== undefined
    if (isOne && !(isRight(before, vocabulary) && isRight(term, vocabulary) && before.length > 4))
      joined[joined.length - 1] = before + term
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

function correctWord(normal: string, vocabulary: Vocabulary, isWritten: boolean): string | undefined {
  const known = vocabulary.find(normal)
  if (known && (known.isSure || !isWritten || known.count >= usualCount)) return undefined
  if (isWritten) {
    const slip = vocabulary.findClosest(normal, 0.5)
    return slip?.isSure ? slip.shown : undefined
  }
  const found = vocabulary.findShape(normal) ?? vocabulary.findClosest(normal, 0.5)
  if (found) return found.shown
  const parts = splitInTwo(normal, vocabulary)
  if (parts) return parts
  const similar =
    vocabulary.findClosest(normal) ??
    (/[a-z]/.test(normal) ? findInCyrillic(normal, vocabulary) : undefined) ??
    vocabulary.findClosest(onOtherKeyboard(normal), 1)
  return similar?.shown
}

function findInCyrillic(normal: string, vocabulary: Vocabulary) {
  const sounded = inCyrillic(normal)
  return vocabulary.find(sounded) ?? vocabulary.findClosest(sounded, 0.5)
}

/** Splits a word in two that are both known: «монтажвидео» is «монтаж видео». */
function splitInTwo(normal: string, vocabulary: Vocabulary): string | undefined {
  if (normal.length < leastJoined || normal.length > mostJoined) return undefined
  for (let at = normal.length - 3; at >= 3; at--) {
    const [first, second] = [normal.slice(0, at), normal.slice(at)]
    if (isRight(first, vocabulary) && isRight(second, vocabulary)) return `${first} ${second}`
  }
  return undefined
}
