import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { BoostCheck } from '#web/features/payments/boost/boost-check.tsx'
import { PublicationCheck } from '#web/features/payments/check/publication-check.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/**
 * Screen that is shown while the server asks the provider about a payment. The user may close the app, because the bot
 * reports the outcome as well.
 */
export default function PaymentCheckScreen() {
  const [search] = useSearchParams()
  const response = search.get('response')
  if (response) return <BoostCheck id={Number(response)} />
  const vacancy = search.get('vacancy')
  if (!vacancy && !search.has('order')) return <LastPayment />
  return (
    <PublicationCheck
      kind={vacancy ? 'vacancy' : 'order'}
      id={Number(vacancy ?? search.get('order'))}
      until={search.get('until')}
    />
  )
}

/** Page after the user left the payment page without paying. It redirects to the check page of the last payment. */
function LastPayment() {
  const { data, error, refetch } = useQuery({
    ...query('POST /pay/check', { body: {} }),
    refetchOnMount: 'always',
  })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Page centred busy>
        <Spinner />
      </Page>
    )
  const subject = data.response_id
    ? `response=${data.response_id}`
    : `${data.listing_kind}=${data.listing_id}`
  // The check page recognises a paid renewal only by the end of the placement before it, which is unknown here. A paid
  // listing therefore opens its own page.
  return data.outcome === 'paid' && !data.response_id ? (
    <Navigate replace to={`/${data.listing_kind}/${data.listing_id}`} />
  ) : (
    <Navigate replace to={`/payment/check?${subject}`} />
  )
}
