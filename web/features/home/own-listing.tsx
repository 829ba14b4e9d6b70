import { deadline } from '#web/features/listings/formats/relative-time.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { StatusBadge } from '#web/features/own-listings/status-badge.tsx'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { Ring, Signal, Signals } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import type { Home } from './queries.ts'

type Listing = Home['listings'][number]

/** An own listing without a pending action. */
export function OwnListing({ listing }: { listing: Listing }) {
  const { t, age, day, due, span } = useFormats()
  const { kind, id, title, chosen_at, due_at, executor_name, min_price, max_price, currency } = listing
  const listed = listing.published_at ?? listing.created_at
  const inWork = listing.status === 'in_progress' && chosen_at !== null
  const time = due_at === null ? null : deadline(due_at, chosen_at ?? listing.published_at)
  return (
    <LinkCard>
      <div className="row row-between">
        <StatusBadge kind={kind} status={listing.status} />
        <time className="cap muted" dateTime={inWork ? chosen_at : listed}>
          {inWork ? t('home.inWorkSince', { date: day(chosen_at) }) : age(listed)}
        </time>
      </div>
      <CardTitle as="h3" to={`/${kind}/${id}`}>
        <Typeset text={title} />
      </CardTitle>
      <Signals stub>
        <Signal strong>{span(min_price, max_price, currency)}</Signal>
        {time && (
          <Signal tone={time.tone === 'plain' ? undefined : time.tone}>
            <Ring left={time.left} />
            {due(time)}
          </Signal>
        )}
        {executor_name && (
          <Signal end>
            <span className="ellipsis">{executor_name}</span>
          </Signal>
        )}
      </Signals>
    </LinkCard>
  )
}
