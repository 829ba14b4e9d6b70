import { limits } from '#contract/limits.ts'
import { plainOf } from './plain.ts'
import { readPrice } from './price.ts'

/** Price in minor units with its currency if the text names one, the days, and the words beside both. */
export type SpokenOffer = {
  price: number
  code: string | undefined
  days: number | null
  words: string | null
}

/** Ends of the parts of an answer: a comma or dash outside a number, a semicolon, a line break, the end of a sentence. */
const partEnds =
  /,(?!\d)|(?<!\d),|(?<=\d{4}),(?=\d{1,3} ?(?:д|d|н|w|м|m))|[;\n]+|\s[-–—]\s|[.!?](?=\s+\p{L})/u
const unit = '(дн\\p{L}*|день|days?|сут\\p{L}*|недел\\p{L}*|weeks?|месяц\\p{L}*|months?)'
const before = '(?:(?:за|через|в течение|срок|in|within|for|term)[ :]+)?'
const span = new RegExp(
  `(?<![\\p{L}\\d.,])${before}(\\d{1,3})[ -]?(?:(?:рабочих|календарных|working|business) )?${unit}(?!\\p{L})`,
  'u',
)
/** One day, week or month, named without a number. */
const oneSpan =
  /(?<![\p{L}\d])(?:за|через|в течение|in|within|for) (?:a |an |one |одну |один )?(день|day|сутки|неделю|week|месяц|month)(?!\p{L})/u
const onlyOneSpan = /^(?:a |one )?(день|day|сутки|неделя|неделю|week|месяц|month)$/u
/** A group of fewer than three digits after a space, which is another number. */
const twoNumbers = /\d \d{1,2}(?!\d)/
const longestText = 2000

/**
 * Parses the answer to "how much, and in how many days": "18 тысяч, 7 дней, экранов три", "18k in a week". The price
 * stands in one part of the text, and all words that are neither price nor days are the reason.
 * @returns null if the text has no price
 */
export function readOffer(text: string): SpokenOffer | null {
  const parts = text
    .slice(0, longestText)
    .split(partEnds)
    .map((part) => part.trim())
    .filter(Boolean)
  let days: number | null = null
  let found: { price: number; code: string | undefined } | undefined
  const words: string[] = []
  for (const part of parts) {
    const { rest, count } = withoutDays(plainOf(part))
    const isNew = days === null && count !== null
    if (isNew) days = count
    const sum = found ? null : readLeadingPrice(rest)
    if (sum) {
      found = sum.price
      if (sum.words) words.push(wordsOf(part, sum.words))
    } else if (!isNew || /\p{L}{3}|\d/u.test(rest)) words.push(part)
  }
  if (!found) return null
  const reason = words.join(', ').trim()
  // A second number without a word would make the text a range, of which nobody knows the price.
  if (reason && !/\p{L}/u.test(reason)) return null
  return { ...found, days, words: reason || null }
}

/** Removes the duration from a part of the answer and returns it in days. */
function withoutDays(plain: string): { rest: string; count: number | null } {
  const one = onlyOneSpan.exec(plain) ?? oneSpan.exec(plain)
  const [whole, count, name] = span.exec(plain) ?? (one ? [one[0], '1', one[1]] : [])
  if (whole === undefined) return { rest: plain, count: null }
  const length = /^(?:недел|week)/.test(name ?? '') ? 7 : /^(?:месяц|month)/.test(name ?? '') ? 30 : 1
  const total = Number(count) * length
  const isAllowed = total >= 1 && total <= limits.services.days
  return isAllowed ? { rest: plain.replace(whole, ' ').trim(), count: total } : { rest: plain, count: null }
}

/** Reads the price at the beginning of a part; `words` counts the words after it. */
function readLeadingPrice(
  rest: string,
): { price: { price: number; code: string | undefined }; words: number } | null {
  const tokens = rest.split(/\s+/).filter(Boolean)
  for (let length = tokens.length; length > 0; length--) {
    const beginning = tokens.slice(0, length).join(' ')
    const price = twoNumbers.test(beginning) ? null : readPrice(beginning)
    // A number that is cut in the middle is no price.
    if (price && !/^\d/.test(tokens[length] ?? '')) return { price, words: tokens.length - length }
  }
  return null
}

/** The last words of a part, as the person wrote them. */
function wordsOf(part: string, count: number): string {
  return part.split(/\s+/).slice(-count).join(' ')
}
