import { ChevronRight, Ellipsis } from 'lucide-react'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { pay } from '#contract/policies.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { acceptsResponses } from '#web/features/listings/card/accepts-responses.ts'
import {
  CompetitionSignal,
  DeadlineSignal,
  isPricedAsWhole,
  usePriceUnit,
} from '#web/features/listings/card/listing-card.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { isOrder, isRequest, type Listing } from '#web/features/listings/types.ts'
import { PayButton } from '#web/features/payments/pay-button.tsx'
import type { Me } from '#web/features/session/use-me.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CardActions, CardTitle, LinkCard, Price } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Signal, Signals } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { StatusBadge } from './status-badge.tsx'

const OwnCardSheet = lazySheet(() => import('./own-card-sheet.tsx'), 'deals')

const visibleStatuses: ListingStatus[] = ['published', 'in_progress']

/** An own listing in a list, with its status. */
export function OwnListingCard({ listing, me }: { listing: Listing; me: Me }) {
  const { t, age } = useFormats()
  return (
    <LinkCard>
      <div className="row row-between">
        <StatusBadge listing={listing} />
        <time className="cap muted" dateTime={listing.created_at}>
          {age(listing.published_at ?? listing.created_at)}
        </time>
      </div>
      <CardTitle to={`/${isRequest(listing) ? 'request' : listing.kind}/${listing.id}`}>
        <Typeset text={listing.title} />
      </CardTitle>
      <OwnPrice listing={listing} />
      {pay(toListingFacts(listing)) === null && listing.status !== 'archived' && (
        <CardActions>
          <PayButton
            small
            wide
            variant="soft"
            listing={listing}
            me={me}
            label={listing.status === 'expired' ? (price) => t('action.extend', { price }) : undefined}
          />
          <OwnCardMenu listing={listing} />
        </CardActions>
      )}
      {listing.status === 'in_progress' && isOrder(listing) && listing.deal?.handed_in_at && (
        <CardActions>
          <ButtonLink small wide variant="soft" to={`/order/${listing.id}`}>
            {t('listings.seeWork')}
          </ButtonLink>
        </CardActions>
      )}
      {visibleStatuses.includes(listing.status) && (
        <Signals stub>
          {acceptsResponses(listing) && <CompetitionSignal responses={listing.responses_count} />}
          {isOrder(listing) && <DeadlineSignal dated order={listing} />}
          <Signal end tone={listing.new_responses > 0 ? 'accent' : undefined}>
            {listing.new_responses > 0 ? (
              t('listings.newResponses', { count: listing.new_responses })
            ) : (
              <span className="ellipsis">{listing.executor?.full_name}</span>
            )}
            <ChevronRight />
          </Signal>
        </Signals>
      )}
    </LinkCard>
  )
}

/** The agreed price. Before an executor is chosen it is the budget. */
function OwnPrice({ listing }: { listing: Listing }) {
  const { t, money, price, hasPrice } = useFormats()
  const priceUnit = usePriceUnit()
  const otherPriceUnit = (listing: Listing) =>
    isPricedAsWhole(listing) ? t('listings.otherPrice') : `${priceUnit(listing)}, ${t('listings.otherPrice')}`
  const deal = isOrder(listing) ? listing.deal : null
  if (deal && deal.price !== null)
    return <Price unit={t('deal.priceAgreed')}>{money(deal.price, deal.currency)}</Price>
  const unit = listing.request_state === 'countered' ? otherPriceUnit(listing) : priceUnit(listing)
  return <Price unit={hasPrice(listing) ? unit : undefined}>{price(listing)}</Price>
}

/** Button «Ещё» beside the pay button of an own listing. */
function OwnCardMenu({ listing }: { listing: Listing }) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <>
      <IconButton icon={Ellipsis} label={t('common.more')} onClick={sheet.open} />
      {sheet.isMounted && <OwnCardSheet listing={listing} sheet={sheet} />}
    </>
  )
}
