import type { ListingKind } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Failure } from './use-outcome.ts'

/** Explains a failed payment: whether money was taken, then the reason, then the consequence. */
export function FailureText({ failure, what: paidItem }: { failure: Failure; what: ListingKind | 'boost' }) {
  const { t } = useFormats()
  return (
    <>
      <b style={{ color: 'var(--c-text)' }}>
        {t(failure === 'returned' ? 'payment.returned' : 'payment.notTaken')}
      </b>{' '}
      {t(`payment.why.${failure}`)} {t(`payment.kept.${paidItem}`)}
    </>
  )
}
