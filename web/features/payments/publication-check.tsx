import { useQuery } from '@tanstack/react-query'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { pay } from '#contract/policies.ts'
import { factsOf } from '#web/features/listings/facts.ts'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { PublicationSteps } from '#web/features/listings/publication.tsx'
import { listingPage, refreshListings } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { askToWriteOnce } from '#web/features/session/write-access.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckPage, pollMs } from './check-page.tsx'
import { PayButton } from './pay-button.tsx'
import { publicationStatus } from './queries.ts'
import { roubles } from './use-payment.ts'

type Check = {
  kind: ListingKind
  id: number
  /** The end of the placement that a renewal moves; null when a listing is paid for that is not seen yet. */
  until: string | null
}

/** Where an invoice leaves a listing when its payment failed or its link is over. */
const unpaid: ListingStatus[] = ['draft', 'expired']
const words = {
  order: { done: 'payment.done.text', open: 'payment.openOrder' },
  vacancy: { done: 'vacancyPayment.done', open: 'vacancyPayment.open' },
}
/** The page promises the bot's message about the moderators' decision. */
const onPaid = () => {
  void refreshListings()
  void askToWriteOnce()
}

function isPaid(listing: Listing, until: string | null): boolean {
  if (until) return listing.expires_at !== null && listing.expires_at > until
  return pay(factsOf(listing)) !== null
}

/** Waits until the money for a publication or a renewal has come. */
export function PublicationCheck({ kind, id, until }: Check) {
  const { t, money, date } = useFormats()
  const me = useMe()
  const status = useQuery({ ...publicationStatus(me?.id ?? 0, kind), enabled: me !== undefined })
  const found = useQuery({
    ...listingPage(kind, id),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isPaid(state.data, until) ? false : pollMs),
    refetchIntervalInBackground: true,
  })
  const listing = found.data
  if (found.isError && !listing)
    return <LoadFailure what={kind} error={found.error} onRetry={() => void found.refetch()} />
  const hasCome = listing !== undefined && isPaid(listing, until)
  const hasFailed = found.isFetchedAfterMount && listing !== undefined && unpaid.includes(listing.status)
  const state = hasCome ? 'paid' : hasFailed ? 'failed' : 'asking'
  const isSeen = listing?.status === 'published' && listing.expires_at
  const text = {
    asking: t('payment.check.text'),
    failed: t('vacancyPayment.failedText'),
    paid: isSeen ? t('vacancyPayment.until', { date: date(listing.expires_at ?? '') }) : t(words[kind].done),
  }
  return (
    <CheckPage
      state={state}
      title={t({ asking: 'payment.check.title', paid: 'payment.ok', failed: 'payment.failed' }[state])}
      text={text[state]}
      subject={listing?.title ?? t('common.loading')}
      price={status.data && money(status.data.price, roubles)}
      steps={!until && <PublicationSteps kind={kind} now={isSeen ? 4 : hasCome ? 2 : 1} />}
      onPaid={onPaid}
    >
      {hasFailed && me && <PayButton wide listing={listing} me={me} />}
      {hasCome && (
        <ButtonLink to={`/${kind}/${id}`} replace wide>
          {t(words[kind].open)}
        </ButtonLink>
      )}
      <ButtonLink to="/listings" replace wide variant="card">
        {t(kind === 'order' ? 'payment.toListings' : 'vacancyPayment.toListings')}
      </ButtonLink>
    </CheckPage>
  )
}
