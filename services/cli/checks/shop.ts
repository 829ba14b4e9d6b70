import type { RobokassaConfig } from '#services/core/config/config.ts'
import { operationState } from '#services/payments/robokassa/payment.ts'
import { bad, type Finding, ok, reasonOf, warning } from './result.ts'

const timeout = 10_000
/**
 * Largest possible invoice number, which no payment has. An inquiry about this number only tests the shop's
 * credentials.
 */
const unusedInvoice = 2_147_483_647

/**
 * Asks the payment provider about an unused invoice number. The answer shows whether the provider knows the shop, its
 * second password and its hash algorithm.
 */
export async function checkShop(shop: RobokassaConfig): Promise<Finding[]> {
  const about = 'robokassa'
  const refunds = shop.password3
    ? ok('refunds', 'ordered by the product')
    : warning(
        'refunds',
        'each waits for a person',
        'Ask Robokassa for password 3 and write ROBOKASSA_PASSWORD_3.',
      )
  try {
    const { result_code } = await operationState(shop, unusedInvoice, { timeout })
    if (result_code === 0 || result_code === 3)
      return [
        ok(about, `knows the shop ${shop.merchant} and password 2; password 1 shows at the first payment`),
        refunds,
      ]
    if (result_code === 1)
      return [
        bad(
          about,
          'refuses our signature',
          'Compare ROBOKASSA_PASSWORD_2 and ROBOKASSA_HASH with the technical settings of the shop.',
        ),
      ]
    if (result_code === 2)
      return [
        bad(
          about,
          `does not know ${shop.merchant}, or it is not active`,
          'Look at ROBOKASSA_MERCHANT, and whether the shop is active.',
        ),
      ]
    return [
      warning(about, `answers with code ${result_code}`, 'Ask again later; then the support of Robokassa.'),
    ]
  } catch (error) {
    return [bad(about, reasonOf(error), 'Look whether this machine reaches ROBOKASSA_STATE_URL.')]
  }
}
