import { useQuery } from '@tanstack/react-query'
import { responseTypes } from '#contract/lifecycle.ts'
import { query } from '#web/client/query.ts'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { order, refreshResponses } from '#web/features/listings/queries.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckPage, pollMs } from './check-page.tsx'
import { roubles } from './use-payment.ts'

const refresh = () => void refreshResponses()

/** Waits until the money for a boost has come and the response stands above. */
export function BoostCheck({ id }: { id: number }) {
  const { t, money } = useFormats()
  const found = useQuery({
    ...query('GET /api/responses/:id', { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.response_type === responseTypes.boosted ? false : pollMs),
    refetchIntervalInBackground: true,
  })
  const response = found.data
  const about = useQuery({ ...order(response?.project_id ?? 0), enabled: response !== undefined })
  if (found.isError && !response)
    return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  const hasCome = response?.response_type === responseTypes.boosted
  const stake = about.data?.response_stake
  return (
    <CheckPage
      state={hasCome ? 'paid' : 'asking'}
      title={t(hasCome ? 'boostPayment.title' : 'payment.check.title')}
      text={hasCome ? t('boostPayment.text', { place: response.place ?? 1 }) : t('boostPayment.asking')}
      subject={about.data?.title ?? t('common.loading')}
      price={stake ? money(stake, roubles) : undefined}
      onPaid={refresh}
    >
      <ButtonLink to="/responses" replace wide variant={hasCome ? 'accent' : 'card'}>
        {t('respondDone.responses')}
      </ButtonLink>
    </CheckPage>
  )
}
