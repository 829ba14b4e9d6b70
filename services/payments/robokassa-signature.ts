import { createHash, timingSafeEqual } from 'node:crypto'

/** A shop's agreement with Robokassa: its name, passwords and addresses. */
export interface RobokassaConfig {
  merchant: string
  password1: string
  password2: string
  /** Signs refunds; given by the provider separately. */
  password3?: string | undefined
  hash: 'md5' | 'ripemd160' | 'sha1' | 'sha256' | 'sha384' | 'sha512'
  is_test: boolean
  payment_url: string
  state_url: string
  refund_url: string
}

/**
 * Our own fields on a payment. Lower-case letters in names and plain values, because public code
 * disagrees on the order of other names and on the encoding of other values.
 */
export type ShopFields = { Shp_item: string; Shp_kind: string }

const shopField = /^[A-Za-z0-9-]{1,64}$/

/** Our fields out of all fields; undefined unless there are exactly ours, with plain values. */
export function readShopFields(fields: ReadonlyMap<string, string>): ShopFields | undefined {
  const names = [...fields.keys()].filter((name) => /^shp_/i.test(name))
  const Shp_item = fields.get('Shp_item')
  const Shp_kind = fields.get('Shp_kind')
  if (names.length !== 2 || Shp_item === undefined || Shp_kind === undefined) return undefined
  // Without the pattern "77:Shp_kind=vacancy" in one field would sign like two fields.
  return shopField.test(Shp_item) && shopField.test(Shp_kind) ? { Shp_item, Shp_kind } : undefined
}

/** The hash of the parts joined by colons, our fields last; lower-case hexadecimal. */
export function signatureOf(hash: RobokassaConfig['hash'], parts: string[], shp?: ShopFields): string {
  const own = shp ? [`Shp_item=${shp.Shp_item}`, `Shp_kind=${shp.Shp_kind}`] : []
  return createHash(hash)
    .update([...parts, ...own].join(':'), 'utf8')
    .digest('hex')
}

/** Compares in constant time; the provider writes hexadecimal in either case. */
export function sameSignature(expected: string, given: string): boolean {
  if (given.length !== expected.length || !/^[\da-f]+$/i.test(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'))
}
