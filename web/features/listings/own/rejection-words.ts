import type { Translate } from '#web/client/i18n-runtime.ts'
import type { Listing } from '#web/features/listings/types.ts'

/** Returns a text with what the author of a rejected listing can do next. */
export function afterRejectionText(
  t: Translate,
  { resubmissions_left }: Pick<Listing, 'resubmissions_left'>,
): string {
  return resubmissions_left > 0
    ? t('publish.rejected.again', { count: resubmissions_left })
    : t('publish.rejected.over')
}
