import { limits } from '#contract/limits.ts'

/** Regular expressions for the names of currencies that stand beside an amount. */
const currencies: [code: string, names: string][] = [
  ['USDT', 'usdt|тезер\\p{L}*|tether'],
  ['TON', 'ton|тон(?:ов)?|тонкоин\\p{L}*|toncoins?'],
  ['USD', '\\$|usd|долл(?:ар\\p{L}*)?|бакс\\p{L}*|dollars?|bucks'],
  ['EUR', '€|eur|евро|euros?'],
  ['KZT', '₸|kzt|тенге|tenge'],
  ['BYN', 'byn|br'],
  ['UZS', "uzs|сум(?:ов|а)?|soum|so['’]m"],
  ['RUB', '₽|р|руб(?:л(?:ь|я|ей|ях))?|rub|ro?ubles?'],
]

export const currencyWords = currencies.map(([, names]) => names).join('|')

/** Code of a currency by its name in lower case. */
export function currencyCode(currencyWord: string): string | undefined {
  return currencies.find(([, names]) => new RegExp(`^(?:${names})\\.?$`, 'u').test(currencyWord))?.[0]
}

const thousand = /^(к|k|т|тыс|тысяч(а|и|у)?|thousand)\.?$/
const million = /^(м|m|млн|миллион(а|ов)?|million)\.?$/

/** Price in minor units, and its currency if the text names one. */
type SpokenPrice = { price: number; code: string | undefined }

/** Parses a price as people write it in a chat: "52 000 ₽", "52 тысячи", "1,5 млн руб", "$500", "400 TON". */
export function readPrice(text: string): SpokenPrice | null {
  const plain = text
    .toLowerCase()
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
  const [, before = '', digits = '', after = ''] =
    /^([^\d\s]*)\s*(\d[\d ]*(?:[.,]\d{1,2})?)\s*([^\d]*)$/.exec(plain) ?? []
  if (!digits) return null
  const words = [before, ...after.split(' ')].filter((word) => word !== '')
  let scale = 1
  let code: string | undefined
  for (const word of words) {
    const wordCode = currencyCode(word)
    if (scale === 1 && (thousand.test(word) || million.test(word))) scale = thousand.test(word) ? 1e3 : 1e6
    else if (wordCode && code === undefined) code = wordCode
    else return null
  }
  const price = Math.round(Number(digits.replaceAll(' ', '').replace(',', '.')) * scale * 100)
  return price > 0 && price <= limits.price.max * 100 ? { price, code } : null
}
