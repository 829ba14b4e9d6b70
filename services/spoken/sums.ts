import { limits } from '#contract/limits.ts'
import { currencyCode, currencyWords } from './price.ts'

/** Pay that a text offers, in major units. A lower or upper limit that the text does not name is null. */
type Budget = { min: number | null; max: number | null; code: string; is_hourly: boolean; words: string }

const end = '(?![\\p{L}\\d])'
const scale = `(?:к|k|т|тр|тыр|т\\. ?р|тыс|тыщ[аи]?|тыщь|тысяч[аиу]?|thousand|млн|миллион(?:а|ов)?|million)${end}`
const number = '\\d{1,3}(?:[ ,]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d{1,2})?(?!\\d)'
const amount = `([$€₽₸]?) ?(${number}) ?(${scale})?\\.? ?`
const sum = new RegExp(
  `(?<![\\p{L}\\d.,]|\\d )(?:${amount}(?:(?:${currencyWords})${end}\\.? ?)?(?:-|до |to ) ?)?${amount}((?:${currencyWords})${end})?`,
  'gu',
)
const hourly = /^[ .]*(?:руб\p{L}* )?(?:\/ ?|в |за |per |an |a )?(?:час|ч|hour|hr|h)(?!\p{L})/u
const priceWords =
  /(?:бюджет\p{L}*|бютжет|цена|оплат\p{L}*|плачу|платим|платить|деньги|стоимость|гонорар|budget|price|paying|pay)[^\d,;!?\n]*$/u
const atMost =
  /(?:до|не (?:более|больше|дороже)|максимум|макс|max|up to|under|no more than|not more than)[ :]*$/u
const atLeast = /(?:от|from|starting at)[ :]*$/u
/** Pattern of counted things, such as words or images. A number before them is not a sum of money. */
const counted =
  /^ ?(?:слов|знак|символ|подписчик|строк|товар|фото|words|characters|followers|rows|images|items)/u
/** Pattern of the text after a number without a currency. If it matches, the number is a sum of money. */
const moneyEnding = /^[ .]*(?:$|[,;!?\n]|(?:в|за|на|per|to) ?\p{L}|\/|час)/u

function scaled(digits: string, by: string): number {
  const value = Number(digits.replace(/ |,(?=\d{3})/g, '').replace(',', '.'))
  return /^(?:млн|милл|mill)/.test(by) ? value * 1e6 : by ? value * 1e3 : value
}

/** Number of characters read around a number. Reading the whole text for each number would take quadratic time. */
const contextLength = 80

/**
 * Finds the pay that a text offers; other numbers are ignored.
 * @param plain text without its deadline
 */
export function findBudget(plain: string): Budget | null {
  const isRussian = /[а-я]/.test(plain)
  const isByHour = /почасов|hourly/.test(plain)
  let best: { weight: number; budget: Budget } | null = null
  for (const match of plain.matchAll(sum)) {
    const [whole, sign1 = '', low = '', scale1 = '', sign2 = '', high = '', scale2 = '', named = ''] = match
    const end = match.index + whole.length
    const before = plain.slice(Math.max(0, match.index - contextLength), match.index)
    const following = plain.slice(end, end + contextLength)
    if (counted.test(following)) continue
    if (following.startsWith('%') || before.endsWith('#')) continue
    const code = currencyCode(named || sign2 || sign1) ?? (/^т\.? ?р/.test(scale2) ? 'RUB' : undefined)
    const top = scaled(high, scale2)
    // In "50-60 thousand" the word "thousand" applies to both amounts. In "50 000 - 60 thousand" it applies to the
    // second amount only.
    const isShared = low !== '' && scaled(low, '') <= scaled(high, '')
    const bottom = low ? scaled(low, scale1 || (isShared ? scale2 : '')) : top
    const [least, most] = [Math.min(bottom, top), Math.max(bottom, top)]
    if (least <= 0 || most > limits.price.max) continue
    const isAsked = priceWords.test(before.replace(atMost, '').replace(atLeast, ''))
    const is_hourly = hourly.test(following) || (isAsked && isByHour)
    const isBare = !code && !scale2
    if (isBare && !isAsked && !(isRussian && top >= 1000 && moneyEnding.test(following)) && !is_hourly)
      continue
    if (isBare && is_hourly && top < 100) continue
    const weight =
      (code ? 2 : 0) + (scale2 ? 2 : 0) + (isAsked ? 2 : 0) + (is_hourly ? 1 : 0) + (isBare ? 0 : 1)
    if (best && best.weight >= weight) continue
    const isMost = !low && atMost.test(before)
    const isLeast = !low && atLeast.test(before)
    const min = isMost ? null : least
    const max = isLeast ? null : most
    best = {
      weight,
      budget: { min, max, code: code ?? (isRussian ? 'RUB' : 'USD'), is_hourly, words: whole.trim() },
    }
  }
  return best?.budget ?? null
}
