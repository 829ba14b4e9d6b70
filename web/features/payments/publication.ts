import type { InputOf } from '#web/client/http/api.ts'
import type { Listing } from '#web/features/listings/types.ts'

type Subject = InputOf<'POST /pay/generate-payment-robokassa'>['body']

/** Returns the request to pay for a publication or renewal. `amount` is the price that the user was shown. */
export function publicationOrder({ kind, id }: Pick<Listing, 'kind' | 'id'>, amount?: number): Subject {
  return {
    ...(kind === 'order'
      ? { payment_type: 'project', project_id: id }
      : { payment_type: 'vacancy', vacancy_id: id }),
    amount,
    currency: 'RUB',
    payment_method: 'robokassa',
  }
}

/** Returns the path of the page that checks the payment. For a renewal it contains the current end of the placement. */
export function checkPath({ kind, id, status, expires_at }: Listing): string {
  const untilParam = status === 'published' && expires_at ? `&until=${encodeURIComponent(expires_at)}` : ''
  return `/payment/check?${kind}=${id}${untilParam}`
}
