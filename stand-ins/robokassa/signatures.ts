import { createHash, timingSafeEqual } from 'node:crypto'

/** Hash algorithms that a shop can choose in Robokassa's cabinet. */
export const hashes = ['md5', 'ripemd160', 'sha1', 'sha256', 'sha384', 'sha512'] as const
export type Hash = (typeof hashes)[number]

export type Fields = Record<string, string>

export function hashHex(hash: Hash, parts: string[]): string {
  return createHash(hash).update(parts.join(':'), 'utf8').digest('hex')
}

export function sameSignature(expected: string, actual: string | undefined): boolean {
  if (actual === undefined || actual.length !== expected.length || !/^[0-9a-f]+$/i.test(actual)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(actual, 'hex'))
}

/** The shop's own fields (`Shp_…`, with any capitalisation of the prefix), ordered by bytes. */
export function shopFields(fields: Fields): Fields {
  const entries = Object.entries(fields).filter(([name]) => /^shp_/i.test(name))
  return Object.fromEntries(entries.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
}

function shopParts(fields: Fields): string[] {
  return Object.entries(shopFields(fields)).map(([name, value]) => `${name}=${value}`)
}

// Order of the optional link parameters in the signed text.
const signedOptions = [
  'OutSumCurrency',
  'UserIp',
  'Receipt',
  'StepByStep',
  'ResultUrl2',
  'SuccessUrl2',
  'SuccessUrl2Method',
  'FailUrl2',
  'FailUrl2Method',
  'Token',
]

/** Computes the signature of a payment link. The values in `fields` have been URL-decoded once. */
export function linkSignature(hash: Hash, fields: Fields, password1: string): string {
  const options = signedOptions.flatMap((name) => fields[name] ?? [])
  const requiredParts = [fields.MerchantLogin ?? '', fields.OutSum ?? '', fields.InvId ?? '']
  return hashHex(hash, [...requiredParts, ...options, password1, ...shopParts(fields)])
}

/** Computes the signature of a ResultURL call (with password 2) or of a SuccessURL redirect (with password 1). */
export function paymentSignature(hash: Hash, outSum: string, invId: number, password: string, shp: Fields) {
  return hashHex(hash, [outSum, String(invId), password, ...shopParts(shp)])
}

export function inquirySignature(hash: Hash, merchant: string, invoice: string, password2: string): string {
  return hashHex(hash, [merchant, invoice, password2])
}

/** Changes the value of the first `Shp_` field, for a fault in tests. */
export function withWrongField(shp: Fields): Fields {
  const [first = 'Shp_item'] = Object.keys(shp)
  return { ...shp, [first]: `${shp[first] ?? ''}0` }
}
