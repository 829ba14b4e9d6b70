/**
 * Functions that read single cells of the payment provider's register. They return undefined for an unreadable cell,
 * and ignore all kinds of spaces.
 */

const spaces = /[\s\u00a0\u202f\u2009]/g
const day = /^(\d{2})\.(\d{2})\.(\d{4})(?:[ T]+(\d{2}):(\d{2})(?::(\d{2}))?)?$/
const iso = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)?(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Reads a sum of money such as `2 500,00`, `2500.5` or `-2 500,00 ₽` as kopecks. Decimals after the second must be
 * zero.
 */
export function readSum(text: string): number | undefined {
  const plain = text.replace(spaces, '').replace(/(₽|руб\.?|rub)$/i, '')
  const match = /^(-|−)?(\d{1,9})(?:[.,](\d{1,2})0{0,4})?$/.exec(plain)
  if (!match) return undefined
  const kopecks = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -kopecks : kopecks
}

/** Reads an invoice number in the register. An invoice number has at most 31 bits. */
export function readInvoice(text: string): number | undefined {
  const plain = text.replace(spaces, '').replace(/^№/, '')
  const number = /^[1-9]\d{0,9}$/.test(plain) ? Number(plain) : Number.NaN
  return number <= 2_147_483_647 ? number : undefined
}

/**
 * Reads a time in the register, as `DD.MM.YYYY HH:MM[:SS]` or ISO 8601. A time without a zone is Moscow time. A date
 * without a time means midnight in Moscow.
 */
export function readMoment(text: string): Date | undefined {
  const plain = text.trim().replace(/[\u00a0\u202f]/g, ' ')
  const parts = day.exec(plain)
  if (parts) {
    const [, date = '', month = '', year = '', hours = '00', minutes = '00', seconds = '00'] = parts
    return moment(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}+03:00`)
  }
  const zone = iso.exec(plain)
  if (!zone) return undefined
  const dateTime = plain.length === 10 ? `${plain}T00:00` : plain.replace(' ', 'T')
  return moment(zone[1] ? dateTime : `${dateTime}+03:00`)
}

/** Rejects a date that does not exist, because JavaScript reads 31.02. as a day in March. */
function moment(text: string): Date | undefined {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return undefined
  const dayOfMonth = Number(text.slice(8, 10))
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === dayOfMonth ? date : undefined
}

const types = {
  payment: /^(оплата|платеж|покупка|продажа|приход|зачисление|payment|sale|purchase)/,
  refund: /^(возврат|отмена платежа|refund|return|chargeback)/,
}

/** Reads the type of an operation in the register. An empty cell means a payment. */
export function readType(text: string): 'payment' | 'refund' | undefined {
  const plain = text.trim().toLowerCase().replaceAll('ё', 'е')
  if (plain === '' || types.payment.test(plain)) return 'payment'
  return types.refund.test(plain) ? 'refund' : undefined
}

const done =
  /^(успеш|исполнен|выполнен|завершен|оплачен|проведен|зачислен|возвращен|success|complete|done|paid|ok|100)/
const notDone =
  /^(отмен|отклон|ошибка|не |неуспеш|в обработк|ожида|иници|создан|просроч|cancel|fail|pending|wait|declin|expired|5$|10$|20$|50$|60$|80$)/

/**
 * Reads the status of an operation in the register. Returns true if money was moved. An empty cell means that it was.
 */
export function readStatus(text: string): boolean | undefined {
  const plain = text.trim().toLowerCase().replaceAll('ё', 'е')
  if (plain === '' || done.test(plain)) return true
  return notDone.test(plain) ? false : undefined
}

/** Reads a currency code in the register. An empty cell means roubles. */
export function readCurrency(text: string): string | undefined {
  const plain = text.trim().toUpperCase()
  if (['', '₽', 'РУБ', 'РУБ.', 'РУБЛИ', 'РУБЛЬ', 'RUB', 'RUR', '643'].includes(plain)) return 'RUB'
  return /^[A-Z]{3}$/.test(plain) ? plain : undefined
}
