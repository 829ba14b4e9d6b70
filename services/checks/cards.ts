import type { View } from './skeleton.ts'

/** Groups of a card's number, with what people put between them. */
const groups = /(?<!\d)\d(?:[\s•*._/-]{0,3}\d){15,18}(?!\d)/gu
/** Banks whose cards people here have: Мир, Visa, Mastercard, Maestro, UnionPay, Uzcard and Humo. */
const issued = /^(?:220[0-4]|4|5[0-8]|2[2-7]|6[2-7]|8600|9860)/u
/** Words before long numbers that are no cards. */
const labelled = /(?<!\p{L})(?:imei|isbn|ean|арт|заказ|сч[её]т|инн|огрн|бик|№|#)\p{L}{0,7}[\s:.,№#—-]{0,5}$/iu

/** The sum by which a card's number proves itself. */
function holds(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, place) => total + (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

/** Numbers of bank cards: pairs of places in the view. @param before what the person wrote before a place of it */
export function findCards({ text }: View, before: (at: number) => string): [from: number, to: number][] {
  return Array.from(text.matchAll(groups))
    .filter(({ 0: found, index }) => {
      const digits = found.replace(/\D/g, '')
      return issued.test(digits) && holds(digits) && !labelled.test(before(index))
    })
    .map(({ 0: found, index }) => [index, index + found.length])
}

/** Wallets of crypto currencies and of payment services, over a folded text. */
export const wallets = [
  /(?<![\p{L}\d])(?:t(?=[a-z]{0,33}\d)[a-z\d]{33}|bc1[a-z\d]{25,60}|0x[a-f\d]{40}|[ue]q[\w-]{46})(?![\p{L}\d])/gu,
  /(?<!\d)4100\d{2}[\s-]?\d{8,10}(?!\d)/gu,
]
