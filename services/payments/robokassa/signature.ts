import { createHash, timingSafeEqual } from 'node:crypto'
import type { RobokassaConfig } from '#services/core/config/config.ts'

/**
 * Fields that the product adds to a payment link and that the provider returns unchanged. Their names and values are
 * plain ASCII without special characters, because public sources disagree on the order of other names and on the
 * encoding of other values.
 */
export type ShopFields = { Shp_item: string; Shp_kind: string; Shp_payment?: string }

/** Names of the product's own fields, in the order in which they are signed. */
const shopNames = ['Shp_item', 'Shp_kind', 'Shp_payment'] as const

const shopField = /^[A-Za-z0-9-]{1,64}$/

/**
 * Reads the product's own fields of a payment. Undefined if a field is missing or unknown, or has an invalid value.
 * Older payment links have no `Shp_payment`; the caller has to check whether the payment requires it.
 */
export function readShopFields(fields: ReadonlyMap<string, string>): ShopFields | undefined {
  const names = [...fields.keys()].filter((name) => /^shp_/i.test(name))
  const Shp_item = fields.get('Shp_item')
  const Shp_kind = fields.get('Shp_kind')
  const Shp_payment = fields.get('Shp_payment')
  if (Shp_item === undefined || Shp_kind === undefined) return undefined
  const shopFields = { Shp_item, Shp_kind, ...(Shp_payment !== undefined && { Shp_payment }) }
  if (names.length !== Object.keys(shopFields).length) return undefined
  // The pattern refuses a value such as "77:Shp_kind=vacancy", because its signature would equal that of two fields.
  return Object.values(shopFields).every((value) => shopField.test(value)) ? shopFields : undefined
}

/**
 * Computes a signature: the hash of the given parts and then the product's own fields, joined by colons, as lower-case
 * hex.
 */
export function signatureOf(hash: RobokassaConfig['hash'], parts: string[], shp?: ShopFields): string {
  const shopPairs = shopNames.flatMap((name) => (shp?.[name] === undefined ? [] : `${name}=${shp[name]}`))
  return createHash(hash)
    .update([...parts, ...shopPairs].join(':'), 'utf8')
    .digest('hex')
}

/** Compares two signatures in constant time. Case is ignored, because the provider sends hex in upper or lower case. */
export function sameSignature(expected: string, received: string): boolean {
  if (received.length !== expected.length || !/^[\da-f]+$/i.test(received)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(received, 'hex'))
}

// Pattern for a sum of money as the provider writes it. Live payments have six decimals, test payments two. Decimals
// after the second must be zero.
const sum = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2})0{0,4})?$/

/**
 * Converts a sum as Robokassa writes it to kopecks. Undefined if the sum has a sign, a space, an exponent or a part of
 * a kopeck.
 */
export function parseSum(text: string): number | undefined {
  const match = sum.exec(text)
  if (!match?.[1]) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Formats kopecks as roubles with a dot and two decimals. */
export function formatSum(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}
