import { useSearchParams } from 'react-router-dom'
import { BoostCheck } from '#web/features/payments/boost-check.tsx'
import { PublicationCheck } from '#web/features/payments/publication-check.tsx'

/** Stands while the provider is asked; the app may be closed meanwhile, the bot tells the outcome. */
export default function PaymentCheckScreen() {
  const [search] = useSearchParams()
  const response = search.get('response')
  if (response) return <BoostCheck id={Number(response)} />
  const vacancy = search.get('vacancy')
  return (
    <PublicationCheck
      kind={vacancy ? 'vacancy' : 'order'}
      id={Number(vacancy ?? search.get('order'))}
      until={search.get('until')}
    />
  )
}
