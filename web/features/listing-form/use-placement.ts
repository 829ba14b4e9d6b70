import { useQuery } from '@tanstack/react-query'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'
import type { SharedDraft } from './form-kind.ts'

/** What the operator sells in the chosen category, and which period counts: a category may sell fewer of them. */
export function usePlacement(
  userId: number,
  kind: ListingKind,
  { category, period }: Pick<SharedDraft, 'category' | 'period'>,
) {
  const { data } = useQuery(publicationStatus(userId, kind, category))
  const periods = data?.periods ?? []
  const of = (wanted: number) => periods.find(({ days }) => days === wanted)
  return {
    periods,
    chosen: of(Number(period)) ?? of(limits.placementDays.default) ?? periods[0],
    /** The words of the button where nothing is to be paid. */
    free: data?.is_free ? data.button_text : undefined,
    posts: data?.posts_today,
  }
}
export type Placement = ReturnType<typeof usePlacement>
