import type { ListingKind } from '#contract/lifecycle.ts'
import { query, queryClient } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'

const statusCall = 'GET /pay/publication-status/:userId'

/** The price of a publication and the words of the button that pays for it, by category and period. */
export const publicationStatus = (
  userId: number,
  kind: ListingKind = 'order',
  category?: string,
  placement_period?: number,
) =>
  query(statusCall, {
    params: { userId },
    query: {
      payment_type: kind === 'order' ? 'project' : 'vacancy',
      category_id: Number(category) || undefined,
      placement_period,
    },
  })

export const statusOf = (
  userId: number,
  {
    kind,
    category_id,
    placement_period,
  }: Partial<Pick<Listing, 'category_id' | 'placement_period'>> & Pick<Listing, 'kind'>,
) => publicationStatus(userId, kind, String(category_id), placement_period)

/** Prices, credits and the listings of a day change by what people do. */
export const refreshPublicationStatus = () => queryClient.invalidateQueries({ queryKey: [statusCall] })
