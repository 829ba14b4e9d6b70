import type { TFunction } from 'i18next'
import { isReport, type ReviewCard } from './card-queries.ts'

/** First line of a review card: «Заказ 1031», «Жалобы на вакансию 88: 3». */
export function cardName(card: ReviewCard, t: TFunction): string {
  if (!isReport(card)) return t(`bot.moderation.head.${card.kind}`, { id: card.listing_id })
  const { listing_id, kind, subject_type, complaints } = card
  const about = listing_id ? kind : subject_type
  return t(`bot.moderation.report.${about}`, { id: listing_id, count: complaints })
}
