import { parseSum } from './money.ts'
import { holdsMoney, type Invoice } from './operations.ts'
import { readReceipt } from './receipt.ts'
import type { Shop } from './shop.ts'
import { passwords } from './shop.ts'
import { type Fields, linkSignature, sameSignature, shopFields } from './signatures.ts'

/** Error codes of the payment page. */
export type PageError = 25 | 26 | 29 | 30 | 31 | 33 | 40 | 41 | 64

/**
 * Validates a payment link in the order of Robokassa's payment page: shop, amount, signature, then the other fields.
 */
export function checkInvoice(shop: Shop, fields: Fields | undefined): Invoice | PageError {
  if (!fields) return 30
  if (fields.MerchantLogin !== shop.settings.merchant) return 26
  const amount = parseSum(fields.OutSum)
  if (!amount) return 31
  const number = invoiceNumber(shop, fields.InvId)
  if (number === undefined) return 30
  if (shop.faults.takeFault('shop_inactive', number)) return 25
  const isTest = fields.IsTest === '1'
  const expected = linkSignature(shop.settings.hash, fields, passwords(shop, isTest).first)
  if (!sameSignature(expected, fields.SignatureValue)) return 29
  if (!isValidDescription(fields.Description) || (fields.OutSumCurrency ?? 'RUB') !== 'RUB') return 30
  if (fields.Culture !== undefined && !/^(ru|en)(-\w+)?$/i.test(fields.Culture)) return 30
  const receipt = fields.Receipt === undefined ? null : readReceipt(fields.Receipt, amount)
  if (receipt === undefined) return 30
  const expiresAt = fields.ExpirationDate ? parseExpiration(fields.ExpirationDate) : null
  if (expiresAt === undefined) return 30
  if (expiresAt !== null && expiresAt <= shop.clock.now()) return 33
  if (fields.StepByStep === 'true') return 64
  if (!isTest && shop.operations.byInvoice(number).some(holdsMoney)) return 40
  if (shop.faults.takeFault('start_error', number)) return 41
  return {
    inv_id: number,
    amount_kopecks: amount,
    description: fields.Description ?? '',
    culture: fields.Culture?.toLowerCase().startsWith('en') ? 'en' : 'ru',
    email: fields.Email ?? '',
    is_test: isTest,
    expires_at: expiresAt,
    receipt,
    shp: shopFields(fields),
    result_url2: fields.ResultUrl2 ? decodeURIComponent(fields.ResultUrl2) : null,
  }
}

/** Invoice number of a payment link. The provider assigns a number if the link has none or 0. */
function invoiceNumber(shop: Shop, text: string | undefined): number | undefined {
  if (!text || text === '0') return shop.operations.freeNumber()
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
  const number = Number(text)
  return number <= 2_147_483_647 ? number : undefined
}

function isValidDescription(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && [...text].length <= 100
}

/**
 * Parses the expiry time of an invoice. Robokassa's newer documents state it in Moscow time, older ones as ISO 8601
 * with an offset.
 */
function parseExpiration(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(\.\d{1,7})?(Z|[+-]\d\d:\d\d)?$/.exec(text)
  if (!match) return undefined
  const time = Date.parse(`${match[1]}${match[2] ?? ':00'}${match[4] ?? '+03:00'}`)
  return Number.isNaN(time) ? undefined : time
}
