import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { pollMs } from './check-page.tsx'

type Subject = NonNullable<InputOf<'POST /pay/check'>['body']>

/** Reason why a payment failed: refused by the bank, refunded, or the payment link expired. */
export type Failure = 'refused' | 'returned' | 'over'

/** Polls the outcome of a payment. `retry` hides the refusal of the last attempt. */
export function usePaymentOutcome(subject: Subject) {
  const [retriedRefusal, setRetriedRefusal] = useState<string | null>(null)
  const { data } = useQuery({
    ...query('POST /pay/check', { body: subject }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.error || state.data?.outcome === 'paid' ? false : pollMs),
    refetchIntervalInBackground: true,
  })
  const { outcome, refused_at = null, payment_url = null } = data ?? {}
  const isRetried = outcome === 'refused' && refused_at === retriedRefusal
  const isFailure = outcome === 'refused' || outcome === 'returned' || outcome === 'over'
  const failure: Failure | null = isFailure && !isRetried ? outcome : null
  return { failure, isHeld: outcome === 'held', url: payment_url, retry: () => setRetriedRefusal(refused_at) }
}
