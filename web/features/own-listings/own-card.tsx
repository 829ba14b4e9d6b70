import {
  Archive,
  CalendarX,
  ChevronRight,
  CircleCheck,
  CircleX,
  EyeOff,
  Hammer,
  type LucideIcon,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { pay } from '#contract/policies.ts'
import { factsOf, isContested } from '#web/features/listings/facts.ts'
import { CompetitionSignal, DeadlineSignal, unitOf } from '#web/features/listings/listing-card.tsx'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { PayButton } from '#web/features/payments/pay-button.tsx'
import type { Me } from '#web/features/session/use-me.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { CardActions, CardTitle, LinkCard, Price } from '#web/ui/card.tsx'
import { Signal, Signals } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import { OwnCardMenu } from './own-card-menu.tsx'

const looks: Record<ListingStatus, { words: string; tone?: BadgeTone; icon: LucideIcon }> = {
  draft: { words: 'unpaid', tone: 'warn', icon: Wallet },
  awaiting_payment: { words: 'unpaid', tone: 'warn', icon: Wallet },
  moderation: { words: 'moderation', tone: 'accent', icon: ShieldCheck },
  published: { words: 'published', tone: 'good', icon: CircleCheck },
  rejected: { words: 'rejected', tone: 'bad', icon: CircleX },
  hidden: { words: 'hidden', icon: EyeOff },
  in_progress: { words: 'inWork', tone: 'good', icon: Hammer },
  completed: { words: 'completed', tone: 'good', icon: CircleCheck },
  expired: { words: 'expired', tone: 'warn', icon: CalendarX },
  refunded: { words: 'refunded', icon: Wallet },
  archived: { words: 'archived', icon: Archive },
  deleted: { words: 'archived', icon: Archive },
}
const visible: ListingStatus[] = ['published', 'in_progress']

/** An own order or vacancy in its state. */
export function OwnListingCard({ listing, me }: { listing: Listing; me: Me }) {
  const { t, age, price, priced } = useFormats()
  const { words, tone, icon } = looks[listing.status]
  return (
    <LinkCard>
      <div className="row row-between">
        <Badge tone={tone} icon={icon}>
          {t(listing.kind === 'order' ? `listings.status.${words}` : `vacancyStatus.${words}`)}
        </Badge>
        <time className="cap muted" dateTime={listing.created_at}>
          {age(listing.published_at ?? listing.created_at)}
        </time>
      </div>
      <CardTitle to={`/${listing.kind}/${listing.id}`}>
        <Typeset text={listing.title} />
      </CardTitle>
      <Price unit={priced(listing) ? t(unitOf(listing)) : undefined}>{price(listing)}</Price>
      {pay(factsOf(listing)) === null && listing.status !== 'archived' && (
        <CardActions>
          <PayButton
            small
            wide
            listing={listing}
            me={me}
            label={listing.status === 'expired' ? (price) => t('action.extend', { price }) : undefined}
          />
          <OwnCardMenu listing={listing} />
        </CardActions>
      )}
      {visible.includes(listing.status) && (
        <Signals stub>
          {isContested(listing) && <CompetitionSignal responses={listing.responses_count} />}
          {isOrder(listing) && <DeadlineSignal order={listing} />}
          <Signal end tone={listing.new_responses > 0 ? 'accent' : undefined}>
            {listing.new_responses > 0 && t('listings.newResponses', { count: listing.new_responses })}
            <ChevronRight />
          </Signal>
        </Signals>
      )}
    </LinkCard>
  )
}
