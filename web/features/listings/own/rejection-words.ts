import type { Translate } from '#web/client/i18n-runtime.ts'
import type { Listing } from '#web/features/listings/types.ts'

type Rejected = Pick<Listing, 'kind' | 'rejection_reason' | 'resubmissions_left'>

/** Rejection reason of an own listing, and what its author can do next. */
export function rejectionText(
  t: Translate,
  { kind, rejection_reason, resubmissions_left }: Rejected,
): string {
  const area = kind === 'order' ? 'publish' : 'vacancyPublish'
  const next = t(resubmissions_left > 0 ? `${area}.rejected.again` : 'publish.rejected.over')
  const reason = rejection_reason?.replace(/\.$/, '')
  return reason ? `${t('publish.rejected.reason', { reason })} ${next}` : next
}
