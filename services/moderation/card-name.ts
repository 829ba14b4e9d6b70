import type { TFunction } from 'i18next'
import { type Card, isReport } from './card-queries.ts'

/** What a card is about, as its first line says it: «Заказ 1031», «Жалобы на вакансию 88: 3». */
export function cardName(card: Card, t: TFunction): string {
  if (!isReport(card)) return t(`bot.moderation.head.${card.kind}`, { id: card.listing_id })
  const { listing_id, kind, subject_type, complaints } = card
  const about = listing_id ? kind : subject_type
  return t(`bot.moderation.report.${about}`, { id: listing_id, count: complaints })
}
