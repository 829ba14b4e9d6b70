import { createHash, timingSafeEqual } from 'node:crypto'
import type { RobokassaConfig } from '#services/core/config/config.ts'

/**
 * Fields of our own in a payment, which the provider returns. Names and values consist of plain letters and digits,
 * because public sources disagree on the order of other names and the encoding of other values.
 */
export type ShopFields = { Shp_item: string; Shp_kind: string; Shp_payment?: string }

/** Names of our own fields in the order in which they are signed. */
const shopNames = ['Shp_item', 'Shp_kind', 'Shp_payment'] as const

const shopField = /^[A-Za-z0-9-]{1,64}$/

/**
 * Reads our own fields of a payment; undefined unless exactly they are present, with plain values. Older links have no
 * `Shp_payment`; the caller knows from the payment whether it is required.
 */
export function readShopFields(fields: ReadonlyMap<string, string>): ShopFields | undefined {
  const names = [...fields.keys()].filter((name) => /^shp_/i.test(name))
  const Shp_item = fields.get('Shp_item')
  const Shp_kind = fields.get('Shp_kind')
  const Shp_payment = fields.get('Shp_payment')
  if (Shp_item === undefined || Shp_kind === undefined) return undefined
  const shopFields = { Shp_item, Shp_kind, ...(Shp_payment !== undefined && { Shp_payment }) }
  if (names.length !== Object.keys(shopFields).length) return undefined
  // The pattern refuses a value such as "77:Shp_kind=vacancy", which would be signed like two fields.
  return Object.values(shopFields).every((value) => shopField.test(value)) ? shopFields : undefined
}

/** Hash of the parts joined by colons, our own fields last, in lower-case hex. */
export function signatureOf(hash: RobokassaConfig['hash'], parts: string[], shp?: ShopFields): string {
  const shopPairs = shopNames.flatMap((name) => (shp?.[name] === undefined ? [] : `${name}=${shp[name]}`))
  return createHash(hash)
    .update([...parts, ...shopPairs].join(':'), 'utf8')
    .digest('hex')
}

/** Compares two signatures in constant time. The provider sends hex in upper or lower case. */
export function sameSignature(expected: string, received: string): boolean {
  if (received.length !== expected.length || !/^[\da-f]+$/i.test(received)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(received, 'hex'))
}

// A sum of the provider. Live payments have six decimals, test payments two; decimals after the second must be zero.
const sum = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2})0{0,4})?$/

/** Kopecks of a sum as Robokassa writes it; undefined if it has a sign, a space, an exponent or a part of a kopeck. */
export function parseSum(text: string): number | undefined {
  const match = sum.exec(text)
  if (!match?.[1]) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Formats kopecks as roubles with a dot and two decimals. */
export function formatSum(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}
