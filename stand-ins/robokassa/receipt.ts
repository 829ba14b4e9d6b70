/** Content of a receipt, as given in the payment link. */
export interface Receipt {
  sno?: string
  items: { name: string; quantity: number; sum?: number; cost?: number; tax: string }[]
}

const schemes = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent']
const taxes = 'none vat0 vat5 vat7 vat10 vat20 vat22 vat105 vat107 vat110 vat120 vat122'.split(' ')
const methods = [
  ...['full_prepayment', 'prepayment', 'advance', 'full_payment', 'partial_payment', 'credit'],
  'credit_payment',
]
const paymentObjects = [
  ...['commodity', 'excise', 'job', 'service', 'gambling_bet', 'gambling_prize', 'lottery', 'lottery_prize'],
  ...['intellectual_activity', 'payment', 'agent_commission', 'composite', 'another', 'property_right'],
]
const longestName = 128

/**
 * Parses and validates the receipt in a payment link as the provider does.
 * @returns undefined if the receipt is invalid or its items do not add up to the amount
 */
export function readReceipt(text: string, amount_kopecks: number): Receipt | undefined {
  const receipt = parse(text)
  const items = receipt?.items
  if (!receipt || !Array.isArray(items) || items.length < 1 || items.length > 100) return undefined
  if (receipt.sno !== undefined && !schemes.includes(receipt.sno)) return undefined
  const total = items.reduce((sum, item) => sum + kopecksOf(item), 0)
  return total === amount_kopecks && items.every(isPrintable) ? receipt : undefined
}

function parse(text: string): Receipt | undefined {
  try {
    return JSON.parse(decodeURIComponent(text)) as Receipt
  } catch {
    return undefined
  }
}

type Item = Receipt['items'][number] & { payment_method?: string; payment_object?: string }

function kopecksOf({ sum, cost, quantity }: Item): number {
  return Math.round((sum ?? (cost ?? Number.NaN) * quantity) * 100)
}

function isPrintable({ name, quantity, tax, payment_method, payment_object }: Item): boolean {
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    [...name].length <= longestName &&
    quantity > 0 &&
    taxes.includes(tax) &&
    (payment_method === undefined || methods.includes(payment_method)) &&
    (payment_object === undefined || paymentObjects.includes(payment_object))
  )
}
