import type { Translate } from '#web/client/i18n-runtime.ts'
import type { Room } from './queries.ts'

/** Subject of a chat in one line. */
export function subjectOf({ listing }: Room, t: Translate): string {
  if (!listing) return t('chat.personal')
  return listing.kind === 'order' ? listing.title : t('chat.vacancy', { title: listing.title })
}
