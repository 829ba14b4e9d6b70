import { Eye, Flame, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { competition, type PaymentFormat } from '#contract/options.ts'
import { ListingFavouriteButton } from '#web/features/favorites/heart.tsx'
import { deadline } from '#web/features/listings/formats/relative-time.ts'
import { useApproximatePrice } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing, type Order } from '#web/features/listings/types.ts'
import { CardCorner, CardTitle, LinkCard, MetaLine, Price } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { competitionTone, Meter, Ring, Signal, Signals, SignalsEnd } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import { useOnSeen } from '#web/ui/use-seen.ts'
import { acceptsResponses } from './accepts-responses.ts'
import { countView } from './impressions.ts'
import styles from './listing-card.module.css'

type ListingCardProps = {
  listing: Listing
  plain?: boolean
  note?: string
  menu?: ReactNode
  children?: ReactNode
}

/** A listing in a list. `plain` hides the kind; `children` appear above the signals, `menu` at their end. */
export function ListingCard({ listing, plain, note, menu, children }: ListingCardProps) {
  const { price, hasPrice, age } = useFormats()
  const priceUnit = usePriceUnit()
  const approximate = useApproximatePrice(listing)
  const text = isOrder(listing) ? listing.subtitle : listing.description
  const cardRef = useOnSeen<HTMLElement>(listing.status === 'published' && !listing.is_owner, () =>
    countView(listing.id),
  )
  return (
    <LinkCard ref={cardRef}>
      <MetaLine>
        {note ? <b>{note}</b> : <Kind listing={listing} plain={plain} />}
        {listing.category && <span className="ellipsis">{listing.category.name}</span>}
        <time dateTime={listing.published_at ?? listing.created_at}>
          {age(listing.published_at ?? listing.created_at)}
        </time>
      </MetaLine>
      <CardCorner>
        <ListingFavouriteButton listing={listing} />
      </CardCorner>
      <CardTitle to={isOrder(listing) ? `/order/${listing.id}` : `/vacancy/${listing.id}`}>
        <Typeset text={listing.title} />
      </CardTitle>
      <Price unit={hasPrice(listing) ? priceUnit(listing) : undefined} about={approximate}>
        {price(listing)}
      </Price>
      {text && <p className="sub muted clamp-2">{bindWords(text)}</p>}
      {children}
      <CardSignals listing={listing} menu={menu} />
    </LinkCard>
  )
}

function Kind({ listing, plain }: { listing: Listing; plain?: boolean }) {
  const { t } = useFormats()
  if (listing.is_responded) return <b>{t('card.you')}</b>
  if (isOrder(listing) && listing.is_urgent)
    return (
      <b className={styles.hot}>
        <Flame />
        {t('card.hotOrder')}
      </b>
    )
  return plain ? null : <b>{t(isOrder(listing) ? 'card.order' : 'card.vacancy')}</b>
}

export const priceUnits = {
  fixed: 'card.perProject',
  hourly: 'card.perHour',
  monthly: 'card.perMonth',
} as const

/** True for the price of a whole order. */
export const isPricedAsWhole = (listing: Listing) =>
  listing.price_unit === null && priceUnitOf(listing) === priceUnits.fixed

/** Returns a function that names the unit of a listing's price. An order of a service may have a unit of its own. */
export function usePriceUnit() {
  const { t } = useFormats()
  return (listing: Listing) => listing.price_unit ?? t(priceUnitOf(listing))
}

/** Unit of a listing's price. One that does not say is paid as most of its kind are. */
function priceUnitOf(listing: Listing): (typeof priceUnits)[PaymentFormat] {
  const payment = isOrder(listing) ? (listing.payment_format ?? 'fixed') : (listing.work_format ?? 'monthly')
  return priceUnits[payment as PaymentFormat]
}

/** Bottom row of a card: responses, deadline or place, and views. */
function CardSignals({ listing, menu }: { listing: Listing; menu?: ReactNode }) {
  const { t, count } = useFormats()
  return (
    <Signals stub>
      {acceptsResponses(listing) && <CompetitionSignal responses={listing.responses_count} />}
      {isOrder(listing) ? (
        <DeadlineSignal order={listing} />
      ) : (
        <Signal>
          <MapPin />
          {listing.is_remote ? t('card.remote') : (listing.location ?? t('common.notSpecified'))}
        </Signal>
      )}
      <SignalsEnd>
        <Signal>
          <Eye />
          <span aria-hidden="true">{count(listing.views_count)}</span>
          <span className="visually-hidden">{t('card.views', { count: listing.views_count })}</span>
        </Signal>
        {menu}
      </SignalsEnd>
    </Signals>
  )
}

export function CompetitionSignal({ responses }: { responses: number }) {
  const { t } = useFormats()
  const level = competition(responses)
  const responsesText = responses === 0 ? t('card.noResponses') : t('card.responses', { count: responses })
  const spokenText = t('card.said', { level: t(`option.competition.${level}`), responses: responsesText })
  return (
    <Signal tone={responses === 0 ? undefined : competitionTone[level]}>
      <Meter level={responses === 0 ? null : level} />
      <span aria-hidden="true">{responsesText}</span>
      <span className="visually-hidden">{spokenText}</span>
    </Signal>
  )
}

type DeadlineSignalProps = {
  order: Order
  /** Shows the day instead of the time left, beside another number of days. */
  dated?: boolean
}

/**
 * Shows the time left until the deadline. Participants of a deal see the deal's deadline until the work is handed in.
 */
export function DeadlineSignal({ order, dated }: DeadlineSignalProps) {
  const { deal } = order
  const [end, since] = deal ? [deal.due_at, deal.chosen_at] : [order.deadline, order.published_at]
  if (!end || deal?.handed_in_at || deal?.accepted_at) return null
  return <TimeSignal end={end} since={since} dated={dated} />
}

type TimeSignalProps = { end: string; since: string | null; dated?: boolean }

/** Ring and words of the time between two moments. Overdue time is told in days, also if it is `dated`. */
export function TimeSignal({ end, since, dated }: TimeSignalProps) {
  const { t, due, date } = useFormats()
  const time = deadline(end, since)
  return (
    <Signal tone={time.tone === 'plain' ? undefined : time.tone}>
      <Ring remainingShare={time.remainingShare} />
      {dated && time.unit !== 'overdue' ? t('card.untilDate', { date: date(end) }) : due(time)}
    </Signal>
  )
}
