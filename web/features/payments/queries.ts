import type { ListingKind } from '#contract/lifecycle.ts'
import { query } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'

/** The price of a publication and the words of the button that pays for it; a category may have its own. */
export const publicationStatus = (userId: number, kind: ListingKind = 'order', category?: string) =>
  query('GET /pay/publication-status/:userId', {
    params: { userId },
    query: {
      payment_type: kind === 'order' ? 'project' : 'vacancy',
      category_id: Number(category) || undefined,
    },
  })

export const statusOf = (userId: number, { kind, category_id }: Pick<Listing, 'kind' | 'category_id'>) =>
  publicationStatus(userId, kind, String(category_id))
