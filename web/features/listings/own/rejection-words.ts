import type { Translate } from '#web/client/i18n-runtime.ts'
import type { Listing } from '#web/features/listings/types.ts'

type RejectedListing = Pick<Listing, 'kind' | 'rejection_reason' | 'resubmissions_left'>

/** Returns a text with the reason why an own listing was rejected, and with what its author can do next. */
export function rejectionText(
  t: Translate,
  { kind, rejection_reason, resubmissions_left }: RejectedListing,
): string {
  const textPrefix = kind === 'order' ? 'publish' : 'vacancyPublish'
  const nextStepText = t(resubmissions_left > 0 ? `${textPrefix}.rejected.again` : 'publish.rejected.over')
  const reason = rejection_reason?.replace(/\.$/, '')
  return reason ? `${t('publish.rejected.reason', { reason })} ${nextStepText}` : nextStepText
}
