/** Names of currencies as they stand beside an amount, as parts of patterns. */
const currencies: [code: string, names: string][] = [
  ['USDT', 'usdt|тезер\\p{L}*|tether'],
  ['TON', 'ton|тон(?:ов)?|тонкоин\\p{L}*|toncoins?'],
  ['USD', '(?:us)?\\$|usd|долл(?:ар\\p{L}*)?|бакс\\p{L}*|dollars?|bucks'],
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
