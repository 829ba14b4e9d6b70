import type { View } from './skeleton.ts'

/** Digits of a card number, with the separators that people use. */
const digitGroups = /(?<!\d)\d(?:[\s•*._/-]{0,3}\d){15,18}(?!\d)/gu
/**
 * First digits of the card issuers that are common in the product's market: Мир, Visa, Mastercard, Maestro, UnionPay,
 * Uzcard and Humo.
 */
const issuerPrefix = /^(?:220[0-4]|4|5[0-8]|2[2-7]|6[2-7]|8600|9860)/u
/** Labels such as IMEI or ИНН: a long number after one of them is no card number. */
const notCardLabel =
  /(?<!\p{L})(?:imei|isbn|ean|арт|заказ|сч[её]т|инн|огрн|бик|№|#)\p{L}{0,7}[\s:.,№#—-]{0,5}$/iu

/** True if the digits pass the Luhn check, as those of card numbers do. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, place) => total + (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

/**
 * Finds bank card numbers in a normalised copy (`View`) of a text.
 * @param textBefore returns the original text before the character at this position of the copy
 */
export function findCards({ text }: View, textBefore: (at: number) => string): [from: number, to: number][] {
  return Array.from(text.matchAll(digitGroups))
    .filter(({ 0: found, index }) => {
      const digits = found.replace(/\D/g, '')
      return issuerPrefix.test(digits) && passesLuhn(digits) && !notCardLabel.test(textBefore(index))
    })
    .map(({ 0: found, index }) => [index, index + found.length])
}

/** Patterns of wallet numbers of cryptocurrencies and payment services, matched on the normalised text. */
export const wallets = [
  /(?<![\p{L}\d])(?:t(?=[a-z]{0,33}\d)[a-z\d]{33}|bc1[a-z\d]{25,60}|0x[a-f\d]{40}|[ue]q[\w-]{46})(?![\p{L}\d])/gu,
  /(?<!\d)4100\d{2}[\s-]?\d{8,10}(?!\d)/gu,
]
