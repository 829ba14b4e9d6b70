import type { Config } from './config.ts'

/** Who runs the product and answers for it. */
export type Operator = {
  name: string
  tax_id: string
  address: string
  email: string
  /** Who issues receipts for payments by card: the payment provider with the payment, or the operator afterwards. */
  receipts: 'provider' | 'operator'
}

/** @returns null where nobody was named, as in development */
export function operatorOf(config: Config): Operator | null {
  const {
    OPERATOR_NAME: name,
    OPERATOR_TAX_ID: tax_id,
    OPERATOR_ADDRESS: address,
    OPERATOR_EMAIL: email,
  } = config
  if (!name || !tax_id || !address || !email) return null
  return {
    name,
    tax_id,
    address,
    email,
    receipts: config.OPERATOR_TAX_SCHEME === 'npd' ? 'operator' : 'provider',
  }
}
