import { limits } from '#contract/limits.ts'
import { currencyCode } from './currencies.ts'
import { plainOf } from './plain.ts'
import { findBudget } from './sums.ts'

const thousand = /^(?:к|k|т|тыр|тыс|тыщ[аи]?|тысяч[аиу]?|thousand|grand)$/
const million = /^(?:м|m|млн|миллион(?:а|ов)?|million)$/
/** Words beside a sum that change nothing about it. */
const filler = /^(?:за|по|около|примерно|цена|сумма|about|around|for|only|~|≈)$/
const digitsOfSum = '[1-9]\\d{0,2}(?:[.,]\\d{3})+(?:[.,]\\d{1,2})?|\\d[\\d ]*(?:[.,]\\d{1,2})?'
const onlySum = new RegExp(`^(\\D*?)(${digitsOfSum})(?![.,]?\\d)(\\D*)$`)
/** Numbers beside a sum that are no money, as in "за 3 дня 5000". */
const durations =
  /\d+(?:-\d+)? ?(?:дн|день|недел|месяц|час|этап|правк|вариант|days?|weeks?|months?|hours?|rounds?)\p{L}*/gu
/** Words before a bare number that make it a date or a place in a list. */
const beforeNoSum = /(?:^| )(?:в|с|до|к|через|in|from|by|after|№)$/

/** Price in minor units, and its currency if the text names one. */
type SpokenPrice = { price: number; code: string | undefined }

/**
 * Parses a price that answers the question for it: "52 000 ₽", "₽52,000", "52 тысячи", "65т.р.", "1,5 млн руб", "$500",
 * "5000 за всё". A range is no price.
 */
export function readPrice(text: string): SpokenPrice | null {
  const plain = plainOf(text)
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d)['’](?=\d{3}(?!\d))/g, ' ')
    .replace(/(?<!\p{L})т\.? ?р(?!\p{L})/gu, ' тыс руб')
    .trim()
  return readSum(plain) ?? readAmong(plain)
}

const tokensOf = (text: string) => text.split(/[ .!]+/).filter((word) => word !== '' && !filler.test(word))
const isScale = (word: string) => thousand.test(word) || million.test(word)

/** Reads a text that is a sum and nothing else. */
function readSum(plain: string): SpokenPrice | null {
  const [, before = '', digits = '', after = ''] = onlySum.exec(plain) ?? []
  if (!digits) return null
  let scale = 1
  let code: string | undefined
  for (const word of tokensOf(`${before} ${after}`)) {
    const wordCode = currencyCode(word)
    if (scale === 1 && isScale(word)) scale = thousand.test(word) ? 1e3 : 1e6
    else if (wordCode && code === undefined) code = wordCode
    else return null
  }
  const value = digits
    .replaceAll(' ', '')
    .replace(/[.,](?=\d{3})/g, '')
    .replace(',', '.')
  return priceOf(Number(value) * scale, code)
}

/** Reads a text with other words beside its only sum. */
function readAmong(plain: string): SpokenPrice | null {
  const budget = findBudget(plain)
  if (!budget || budget.min === null || budget.min !== budget.max) return null
  const [before = '', after = ''] = plain.split(budget.words)
  const beside = `${before} ${after}`.replace(durations, '')
  const isAmbiguous = tokensOf(beside).some((word) => /\d/.test(word) || currencyCode(word) || isScale(word))
  const code = tokensOf(budget.words.replace(/[\d,]+/g, ' '))
    .map(currencyCode)
    .find(Boolean)
  const isBare = /^[\d ,.]+$/.test(budget.words)
  if (isAmbiguous || (isBare && beforeNoSum.test(before.trimEnd()))) return null
  return priceOf(budget.min, code)
}

function priceOf(units: number, code: string | undefined): SpokenPrice | null {
  const price = Math.round(units * 100)
  return price > 0 && price <= limits.price.max * 100 ? { price, code } : null
}
