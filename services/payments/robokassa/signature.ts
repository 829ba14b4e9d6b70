import { createHash, timingSafeEqual } from 'node:crypto'
import type { RobokassaConfig } from '#services/core/config/config.ts'

/**
 * Our own fields of a payment. Names and values use plain letters and digits only, because public sources disagree on
 * the sorting of other names and the encoding of other values.
 */
export type ShopFields = { Shp_item: string; Shp_kind: string; Shp_payment?: string }

/** In signing order. */
const shopNames = ['Shp_item', 'Shp_kind', 'Shp_payment'] as const

const shopField = /^[A-Za-z0-9-]{1,64}$/

/**
 * Reads our fields; undefined unless exactly our fields are present, with plain values. Older links have no
 * `Shp_payment`; the caller knows from the payment whether it is required.
 */
export function readShopFields(fields: ReadonlyMap<string, string>): ShopFields | undefined {
  const names = [...fields.keys()].filter((name) => /^shp_/i.test(name))
  const Shp_item = fields.get('Shp_item')
  const Shp_kind = fields.get('Shp_kind')
  const Shp_payment = fields.get('Shp_payment')
  if (Shp_item === undefined || Shp_kind === undefined) return undefined
  const own = { Shp_item, Shp_kind, ...(Shp_payment !== undefined && { Shp_payment }) }
  if (names.length !== Object.keys(own).length) return undefined
  // Without this pattern, "77:Shp_kind=vacancy" in one field would sign like two fields.
  return Object.values(own).every((value) => shopField.test(value)) ? own : undefined
}

/** Hash of the parts joined by colons, our fields last, in lower-case hex. */
export function signatureOf(hash: RobokassaConfig['hash'], parts: string[], shp?: ShopFields): string {
  const own = shopNames.flatMap((name) => (shp?.[name] === undefined ? [] : `${name}=${shp[name]}`))
  return createHash(hash)
    .update([...parts, ...own].join(':'), 'utf8')
    .digest('hex')
}

/** Compares in constant time. The provider sends hex in either case. */
export function sameSignature(expected: string, given: string): boolean {
  if (given.length !== expected.length || !/^[\da-f]+$/i.test(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'))
}

// Live payments have six decimals, test payments two; decimals after the second must be zero.
const sum = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2})0{0,4})?$/

/** Kopecks of a sum in Robokassa's format; undefined for a sign, space, exponent or part of a kopeck. */
export function parseSum(text: string): number | undefined {
  const match = sum.exec(text)
  if (!match?.[1]) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Roubles with a dot and two decimals. */
export function formatSum(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}
