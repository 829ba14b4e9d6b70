import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { findPaidItem } from '#services/payments/money/queries.ts'

/**
 * Link from the payment page back into the mini-app. It opens the listing that was paid for, or the user's own listings
 * if the payment is unknown.
 */
export async function appLink({ config }: Context, db: Db, payment_id: number | undefined): Promise<string> {
  const item = payment_id === undefined ? undefined : await findPaidItem(db, payment_id)
  const link = item ? { page: kinds[item.kind].page, id: item.id } : { page: 'listings' as const }
  return botLink(config, link, config.TELEGRAM_LINK_ORIGIN)
}
