import { useSearchParams } from 'react-router-dom'
import { BoostCheck } from '#web/features/payments/boost/boost-check.tsx'
import { PublicationCheck } from '#web/features/payments/check/publication-check.tsx'
import { LastPayment } from '#web/features/payments/last-payment.tsx'

/**
 * Shown while the provider is asked. The app may be closed meanwhile, because the bot reports the outcome as
 * well.
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
