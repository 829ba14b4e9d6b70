import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { responseTypes } from '#contract/lifecycle.ts'
import { query } from '#web/client/query.ts'
import { sayPosition } from '#web/features/listings/formats/say-position.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { order } from '#web/features/listings/queries.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import { askingText, CheckPage, pollMs } from '#web/features/payments/check/check-page.tsx'
import { FailureText } from '#web/features/payments/check/failure-text.tsx'
import { usePaymentOutcome } from '#web/features/payments/check/use-outcome.ts'
import { OpenPaymentAgain } from '#web/features/payments/open-again.tsx'
import { roubles } from '#web/features/payments/use-payment.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { BoostButton } from './boost-button.tsx'

/** Polls until a boost is paid and the response has moved up. */
export function BoostCheck({ id }: { id: number }) {
  const { t, money } = useFormats()
  const responseQuery = useQuery({
    ...query('GET /api/responses/:id', { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.response_type === responseTypes.boosted ? false : pollMs),
    refetchIntervalInBackground: true,
  })
  const { failure, isHeld, url, retry } = usePaymentOutcome({ response_id: id })
  const response = responseQuery.data
  const orderQuery = useQuery({ ...order(response?.project_id ?? 0), enabled: response !== undefined })
  const orderId = response?.project_id ?? undefined
  const refreshPlaces = useCallback(() => {
    void refreshResponses()
    void refreshListings(orderId)
  }, [orderId])
  if (responseQuery.isError && !response)
    return <LoadFailure error={responseQuery.error} onRetry={() => void responseQuery.refetch()} />
  const isBoosted = response?.response_type === responseTypes.boosted
  const stake = orderQuery.data?.response_stake
  const state = isBoosted ? 'paid' : failure ? 'failed' : 'asking'
  const text = {
    paid: t('boostPayment.text', { place: sayPosition(t, response?.place ?? 1) }),
    failed: failure && <FailureText failure={failure} what="boost" />,
    asking: isHeld ? t('payment.held.text') : askingText(t, 'boostPayment.asking', url),
  }
  return (
    <CheckPage
      state={state}
      title={t(
        {
          paid: 'boostPayment.title',
          failed: 'payment.failed',
          asking: isHeld ? 'payment.held.title' : 'payment.check.title',
        }[state],
      )}
      text={text[state]}
      subject={orderQuery.data?.title}
      price={stake ? money(stake, roubles) : undefined}
      onPaid={refreshPlaces}
    >
      {state === 'asking' && url && <OpenPaymentAgain url={url} />}
      {state === 'failed' && orderQuery.data && response && (
        <BoostButton listing={orderQuery.data} response={response} onLeft={retry} />
      )}
      <ButtonLink to="/responses?kind=orders" replace wide variant={isBoosted ? 'accent' : 'card'}>
        {t('respondDone.responses')}
      </ButtonLink>
    </CheckPage>
  )
}
