import { createHash, timingSafeEqual } from 'node:crypto'
import type { RobokassaConfig } from '#services/core/config/config.ts'

/**
 * Our own fields on a payment. Lower-case letters in names and plain values, because public code
 * disagrees on the order of other names and on the encoding of other values.
 */
export type ShopFields = { Shp_item: string; Shp_kind: string; Shp_payment?: string }

/** In the order in which they are signed. */
const shopNames = ['Shp_item', 'Shp_kind', 'Shp_payment'] as const

const shopField = /^[A-Za-z0-9-]{1,64}$/

/**
 * Our fields out of all fields; undefined unless there are exactly ours, with plain values. Links of before carry no
 * `Shp_payment`: whether it has to be there is known with the payment.
 */
export function readShopFields(fields: ReadonlyMap<string, string>): ShopFields | undefined {
  const names = [...fields.keys()].filter((name) => /^shp_/i.test(name))
  const Shp_item = fields.get('Shp_item')
  const Shp_kind = fields.get('Shp_kind')
  const Shp_payment = fields.get('Shp_payment')
  if (Shp_item === undefined || Shp_kind === undefined) return undefined
  const own = { Shp_item, Shp_kind, ...(Shp_payment !== undefined && { Shp_payment }) }
  if (names.length !== Object.keys(own).length) return undefined
  // Without the pattern "77:Shp_kind=vacancy" in one field would sign like two fields.
  return Object.values(own).every((value) => shopField.test(value)) ? own : undefined
}

/** The hash of the parts joined by colons, our fields last; lower-case hexadecimal. */
export function signatureOf(hash: RobokassaConfig['hash'], parts: string[], shp?: ShopFields): string {
  const own = shopNames.flatMap((name) => (shp?.[name] === undefined ? [] : `${name}=${shp[name]}`))
  return createHash(hash)
    .update([...parts, ...own].join(':'), 'utf8')
    .digest('hex')
}

/** Compares in constant time; the provider writes hexadecimal in either case. */
export function sameSignature(expected: string, given: string): boolean {
  if (given.length !== expected.length || !/^[\da-f]+$/i.test(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'))
}

// A live payment has six decimals, a test one two: more than two may only be zeros.
const sum = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2})0{0,4})?$/

/** Kopecks of a sum as Robokassa writes it; undefined for a sign, space, exponent or a part of a kopeck. */
export function parseSum(text: string): number | undefined {
  const match = sum.exec(text)
  if (!match?.[1]) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Roubles with a dot and two decimals. */
export function formatSum(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}
