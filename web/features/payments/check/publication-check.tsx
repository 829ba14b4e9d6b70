import { useQuery } from '@tanstack/react-query'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { pay } from '#contract/policies.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { PublicationSteps } from '#web/features/listings/own/publication.tsx'
import { listingPage } from '#web/features/listings/queries.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { OpenPaymentAgain } from '#web/features/payments/open-again.tsx'
import { PayButton } from '#web/features/payments/pay-button.tsx'
import { statusOf } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { askForBotAccessOnce } from '#web/features/session/write-access.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { askingText, CheckPage, pollMs } from './check-page.tsx'
import { FailureText } from './failure-text.tsx'
import { usePaymentOutcome } from './use-outcome.ts'

type PublicationCheckProps = {
  kind: ListingKind
  id: number
  /** End of the placement before the renewal that is being paid. `null` for the first payment. */
  until: string | null
}

/** Statuses of a listing whose payment failed or whose payment link expired. */
const unpaidStatuses: ListingStatus[] = ['draft', 'expired']
const textKeys = {
  order: { done: 'payment.done.text', open: 'payment.openOrder' },
  vacancy: { done: 'vacancyPayment.done', open: 'vacancyPayment.open' },
}
/**
 * Called after the payment. The page promises a bot message about the moderators' decision, so it asks for permission
 * to send the message.
 */
const onPaid = () => {
  void refreshListings()
  void askForBotAccessOnce()
}

function isPaid(listing: Listing, expiresBefore: string | null): boolean {
  if (expiresBefore) return listing.expires_at !== null && listing.expires_at > expiresBefore
  return pay(toListingFacts(listing)) !== null
}

/** Page after paying for a publication or a renewal. It polls until the payment is confirmed. */
export function PublicationCheck({ kind, id, until }: PublicationCheckProps) {
  const { t, money, date } = useFormats()
  const me = useMe()
  const listingQuery = useQuery({
    ...listingPage(kind, id),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isPaid(state.data, until) ? false : pollMs),
    refetchIntervalInBackground: true,
  })
  const {
    failure: reportedFailure,
    isHeld,
    url,
    retry,
  } = usePaymentOutcome(kind === 'order' ? { project_id: id } : { vacancy_id: id })
  const listing = listingQuery.data
  const listingOrKind = listing ?? { kind }
  const status = useQuery({
    ...statusOf(me?.id ?? 0, listingOrKind),
    enabled: me !== undefined && listing !== undefined,
  })
  if (listingQuery.isError && !listing)
    return (
      <LoadFailure
        missingThing={kind}
        error={listingQuery.error}
        onRetry={() => void listingQuery.refetch()}
      />
    )
  // After a refused renewal the listing is still published, so its status must not count as paid.
  const isRefusedRenewal = reportedFailure === 'refused' && until === null && listing?.status === 'published'
  const isPaymentReceived = listing !== undefined && isPaid(listing, until) && !isRefusedRenewal
  const isUnpaid =
    listingQuery.isFetchedAfterMount && listing !== undefined && unpaidStatuses.includes(listing.status)
  const failure = reportedFailure ?? (isUnpaid && !isHeld ? 'over' : null)
  const hasFailed = !isPaymentReceived && failure !== null
  const state = isPaymentReceived ? 'paid' : hasFailed ? 'failed' : 'asking'
  const isPayable = state === 'asking' && url !== null
  const isPublished = listing?.status === 'published' && listing.expires_at
  const text = {
    asking: isHeld ? t('payment.held.text') : askingText(t, 'payment.check.text', url),
    failed: failure && <FailureText failure={failure} what={kind} />,
    paid: isPublished
      ? t('vacancyPayment.until', { date: date(listing.expires_at ?? '') })
      : t(textKeys[kind].done),
  }
  return (
    <CheckPage
      state={state}
      title={t(
        {
          asking: isHeld ? 'payment.held.title' : 'payment.check.title',
          paid: 'payment.ok',
          failed: 'payment.failed',
        }[state],
      )}
      text={text[state]}
      subject={listing?.title}
      price={status.data && money(status.data.price, roubles)}
      steps={
        !until && (
          <PublicationSteps
            kind={kind}
            failed={hasFailed}
            now={isPublished ? 4 : isPaymentReceived ? 2 : 1}
          />
        )
      }
      onPaid={onPaid}
    >
      {isPayable && <OpenPaymentAgain url={url} />}
      {hasFailed && me && listing && (
        <PayButton
          wide
          isAhead
          listing={listing}
          me={me}
          label={() => t('payment.again')}
          otherWay={t('payment.otherWay')}
          onLeft={retry}
        />
      )}
      {isPaymentReceived && (
        <ButtonLink to={`/${kind}/${id}`} replace wide>
          {t(textKeys[kind].open)}
        </ButtonLink>
      )}
      <ButtonLink to="/listings" replace wide variant={hasFailed || isPayable ? 'ghost' : 'card'}>
        {t(kind === 'order' ? 'payment.toListings' : 'vacancyPayment.toListings')}
      </ButtonLink>
    </CheckPage>
  )
}
