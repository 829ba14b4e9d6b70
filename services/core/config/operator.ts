import type { Config } from './config.ts'

/** The legal operator of the product. */
export type Operator = {
  name: string
  tax_id: string
  address: string
  email: string
  /**
   * Issuer of receipts for card payments. The provider issues a receipt together with the payment, the legal operator
   * afterwards.
   */
  receipts: 'provider' | 'operator'
}

/** @returns null if no legal operator is configured, as in development */
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
