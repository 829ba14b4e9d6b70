import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { translate } from '#services/core/text/i18n.ts'
import { type Price, priceLine } from '#services/notifications/price.ts'

/** A price with its unit: «12 000 ₽ за проект», «в месяц», «в час». */
export function priceWords(language: Language, kind: ListingKind, price: Price): string {
  const amount = priceLine(language, price)
  const isNamed = price.price ?? price.min_stake ?? price.max_stake
  if (isNamed === null || price.payment_format === 'hourly') return amount
  return translate(language)(`bot.moderation.price.${kind}`, { amount })
}
