import type { Language } from '#contract/languages.ts'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import {
  formatSum,
  parseSum,
  readShopFields,
  type ShopFields,
  sameSignature,
  signatureOf,
} from './signature.ts'

export type { ShopFields } from './signature.ts'
export { operationState } from './state.ts'

interface Invoice {
  /** Invoice number from 1 to 2147483647. No number is used twice. */
  inv_id: number
  amount_kopecks: number
  description: string
  /** Name of the sold service on the receipt (law 54-FZ). If absent, `description` is used. */
  sold?: string
  language: Language
  expires_at: Date
  shp: ShopFields
}

/** Languages in which the provider shows its payment page. */
const pageLanguages = ['ru', 'en'] as const
const pageLanguage = (language: string) => pageLanguages.find((culture) => culture === language) ?? 'en'

const largestInvoice = 2_147_483_647
const moscow = 3 * 60 * 60_000

/**
 * Returns the link to the provider's payment page for one invoice. The expiry time in the link is Moscow time with
 * minutes, and is not signed. Source: Robokassa, payment page.
 * @throws RangeError for a number or a sum that the provider would refuse
 */
export function paymentLink(config: RobokassaConfig, invoice: Invoice): string {
  const { inv_id, amount_kopecks, shp } = invoice
  if (!Number.isInteger(inv_id) || inv_id < 1 || inv_id > largestInvoice)
    throw new RangeError('invoice number')
  if (!Number.isSafeInteger(amount_kopecks) || amount_kopecks < 1) throw new RangeError('sum of an invoice')
  if (!readShopFields(new Map(Object.entries(shp)))) throw new RangeError('shop fields of an invoice')
  const sum = formatSum(amount_kopecks)
  const url = new URL(config.payment_url)
  const receipt =
    config.receipt &&
    receiptOf(config.receipt, { sold: plainText(invoice.sold ?? invoice.description), amount_kopecks })
  const parts = [config.merchant, sum, String(inv_id), ...(receipt ? [receipt] : []), config.password1]
  const fields = {
    MerchantLogin: config.merchant,
    OutSum: sum,
    InvId: String(inv_id),
    Description: plainText(invoice.description),
    Culture: pageLanguage(invoice.language),
    Encoding: 'utf-8',
    ExpirationDate: new Date(invoice.expires_at.getTime() + moscow).toISOString().slice(0, 16),
    ...(config.is_test ? { IsTest: '1' } : {}),
    ...(receipt && { Receipt: receipt }),
    ...shp,
    SignatureValue: signatureOf(config.hash, parts, shp),
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Reduces a description to the characters that the provider accepts: letters, digits, punctuation and spaces, at most
 * 100.
 */
function plainText(text: string): string {
  const plain = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\s]/gu, '').replace(/\s+/g, ' ')
  return [...plain.trim()].slice(0, 100).join('')
}

/**
 * Decoded parameters of a request by the provider: a form, or an object in which a repeated name has an array of
 * values.
 */
export type CallbackParams = URLSearchParams | Readonly<Record<string, unknown>>

type CallbackRefusal = 'repeated_parameter' | 'missing_parameter' | 'shop_fields' | 'signature' | 'sum'

type VerifiedCallback = {
  refusal: null
  inv_id: number
  amount_kopecks: number
  shp: ShopFields
  /**
   * True if the provider calls about a test payment. The signature does not cover this field, so compare it with our
   * payment.
   */
  is_test: boolean
  raw: Record<string, string>
}

/** Verifies a call to ResultURL. With this call the provider itself reports a payment. It is signed with password 2. */
export function verifyResult(config: RobokassaConfig, params: CallbackParams) {
  return verify(config, params, [config.password2, config.other_password2])
}

/**
 * Verifies a request to SuccessURL, to which the provider sends the payer's browser after a payment. It is signed with
 * password 1 and never proves a payment.
 */
export function verifySuccess(config: RobokassaConfig, params: CallbackParams) {
  return verify(config, params, [config.password1, config.other_password1])
}

function verify(
  config: RobokassaConfig,
  params: CallbackParams,
  passwords: (string | undefined)[],
): VerifiedCallback | { refusal: CallbackRefusal } {
  const fields = singleValues(params)
  if (!fields) return { refusal: 'repeated_parameter' }
  const sum = fields.get('OutSum')
  const invoice = fields.get('InvId')
  const signature = fields.get('SignatureValue')
  if (sum === undefined || signature === undefined) return { refusal: 'missing_parameter' }
  const inv_id = invoiceNumber(invoice)
  if (invoice === undefined || inv_id === undefined) return { refusal: 'missing_parameter' }
  const shp = readShopFields(fields)
  if (!shp) return { refusal: 'shop_fields' }
  const isGenuine = passwords.some(
    (password) =>
      password && sameSignature(signatureOf(config.hash, [sum, invoice, password], shp), signature),
  )
  if (!isGenuine) return { refusal: 'signature' }
  const amount_kopecks = parseSum(sum)
  if (!amount_kopecks) return { refusal: 'sum' }
  const is_test = fields.get('IsTest') === '1'
  return { refusal: null, inv_id, amount_kopecks, shp, is_test, raw: Object.fromEntries(fields) }
}

function singleValues(params: CallbackParams): Map<string, string> | undefined {
  const entries = params instanceof URLSearchParams ? [...params] : Object.entries(params)
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

function invoiceNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const number = Number(text)
  return number <= largestInvoice ? number : undefined
}

/**
 * Returns the receipt under the law 54-FZ for one sale: a single item, a service that is paid in full. The receipt is
 * URL-encoded JSON. The signature covers this encoded form, and the query string of the link encodes it a second time.
 * Source: Robokassa, fiscalisation
 */
function receiptOf(
  { sno, tax }: NonNullable<RobokassaConfig['receipt']>,
  { sold, amount_kopecks }: { sold: string; amount_kopecks: number },
): string {
  const sum = amount_kopecks / 100
  const receiptItem = {
    name: sold,
    quantity: 1,
    sum,
    payment_method: 'full_payment',
    payment_object: 'service',
    tax,
  }
  return encodeURIComponent(JSON.stringify({ sno, items: [receiptItem] }))
}
