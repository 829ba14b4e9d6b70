import type { ListingKind } from '#contract/lifecycle.ts'
import { query, queryClient } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'

const statusCall = 'GET /pay/publication-status/:userId'

/** Price of a publication and text of the pay button, by category and placement period. */
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

/** Loads the publication status again, because prices, credits and daily limits change with the user's actions. */
export const refreshPublicationStatus = () => queryClient.invalidateQueries({ queryKey: [statusCall] })
