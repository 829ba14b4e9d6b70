import type { TFunction } from 'i18next'
import type { Room } from './queries.ts'

/** What a room is about, in a line. */
export function subjectOf({ listing }: Room, t: TFunction): string {
  if (!listing) return t('chat.personal')
  return listing.kind === 'order' ? listing.title : t('chat.vacancy', { title: listing.title })
}
