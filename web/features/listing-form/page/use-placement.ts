import { useQuery } from '@tanstack/react-query'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'

/** Placement periods and prices of the selected category, and the selected period if that category offers it. */
export function usePlacement(
  userId: number,
  kind: ListingKind,
  { category, period }: Pick<SharedDraft, 'category' | 'period'>,
) {
  const { data } = useQuery(publicationStatus(userId, kind, category))
  const periods = data?.periods ?? []
  const findPeriod = (periodDays: number) => periods.find(({ days }) => days === periodDays)
  return {
    periods,
    chosen: findPeriod(Number(period)) ?? findPeriod(limits.placementDays.default) ?? periods[0],
    /** Text of the form's button if the placement is free. */
    free: data?.is_free ? data.button_text : undefined,
    posts: data?.posts_today,
  }
}
export type Placement = ReturnType<typeof usePlacement>
