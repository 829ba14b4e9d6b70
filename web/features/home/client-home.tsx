import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { TimeSignal } from '#web/features/listings/card/listing-card.tsx'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { isRequest } from '#web/features/listings/types.ts'
import { StatusBadge } from '#web/features/own-listings/status-badge.tsx'
import { publicationStatus } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { PullToRefreshArea } from '#web/features/search/pull-to-refresh.tsx'
import type { Me } from '#web/features/session/use-me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Signal, Signals } from '#web/ui/signals.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './home-section.module.css'
import { clientHome, type Home } from './queries.ts'
import { Recommended } from './recommended.tsx'
import { Section } from './section.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Home screen of a client: a button to create an order, pending actions, own listings, recommended freelancers. */
export default function ClientHome({ me }: { me: Me }) {
  const { t } = useFormats()
  const homeQuery = useQuery(clientHome())
  return (
    <Page bar>
      <h1 className="visually-hidden">{t('nav.home')}</h1>
      <PeopleRow />
      <PullToRefreshArea onRefresh={homeQuery.refetch} />
      {homeQuery.data ? (
        <HomeSections home={homeQuery.data} me={me} />
      ) : homeQuery.isError ? (
        <>
          <CreateButtons kinds={[]} />
          <ListFailure error={homeQuery.error} onRetry={() => void homeQuery.refetch()} />
        </>
      ) : (
        <ListingSkeletons />
      )}
    </Page>
  )
}

/** Search field for people, with a filter button. Both lead to the search screen for people. */
function PeopleRow() {
  const { t } = useFormats()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const search = (state?: { filters: true }) =>
    void navigate(`/search/freelancer${text ? `?query=${encodeURIComponent(text)}` : ''}`, { state })
  return (
    <SearchRow
      label={t('people.placeholder')}
      text={text}
      onText={setText}
      onEnter={() => search()}
      filters={{ count: 0, open: () => search({ filters: true }) }}
    />
  )
}

const createTexts = { order: 'home.create', vacancy: 'home.create.vacancy' }

/**
 * Buttons to create a listing. The first one creates what the client created last. Only somebody who posts vacancies has
 * two buttons.
 */
export function CreateButtons({ kinds: [first = 'order', second] }: { kinds: Home['posted_kinds'] }) {
  const { t } = useFormats()
  const other = first === 'vacancy' ? 'order' : second
  return (
    <div className={cx('row', styles.create)}>
      <ButtonLink wide icon={Plus} to={`/${first}/create`}>
        {t(createTexts[first])}
      </ButtonLink>
      {other && (
        <ButtonLink variant="card" to={`/${other}/create`}>
          {t(`home.createOther.${other}`)}
        </ButtonLink>
      )}
    </div>
  )
}

function HomeSections({ home, me }: { home: Home; me: Me }) {
  const { t } = useFormats()
  const { listings, listings_total, freelancers, freelancers_for: listing } = home
  if (listings_total === 0)
    return (
      <>
        <EmptyState
          icon={ClipboardList}
          title={t('home.empty.title')}
          text={t('home.empty.text')}
          action={<CreateButtons kinds={[]} />}
        />
        <PlacementPrice me={me} />
        <Recommended title={t('home.empty.direct')} people={freelancers} />
      </>
    )
  const allListingsLink = { to: '/listings', words: t('home.all.count', { count: listings_total }) }
  return (
    <>
      <CreateButtons kinds={home.posted_kinds} />
      <WaitingList home={home} me={me} all={listings.length === 0 ? allListingsLink : undefined} />
      {listings.length > 0 && (
        <Section title={t('home.mine')} all={allListingsLink}>
          {listings.map((listing) => (
            <OwnListing key={`${listing.kind}-${listing.id}`} listing={listing} />
          ))}
        </Section>
      )}
      <Recommended
        title={t(listing ? `home.recommended.${listing.kind}` : 'home.recommended.any')}
        note={listing?.title}
        people={freelancers}
      />
    </>
  )
}

/** Text with the lowest price of a placement, shown before the client's first order. */
function PlacementPrice({ me }: { me: Me }) {
  const { t, money } = useFormats()
  const { data } = useQuery(publicationStatus(me.id))
  const [cheapest] = data?.periods ?? []
  if (data && !cheapest) return null
  // While the price loads, a placeholder line keeps its place, so that nothing shifts.
  return (
    <p className="sub muted" style={{ textAlign: 'center', marginTop: 'calc(-1 * var(--s-6))' }}>
      {cheapest
        ? t('home.empty.price', {
            price: money(cheapest.price, roubles),
            days: t('create.days', { count: cheapest.days }),
          })
        : '\u00a0'}
    </p>
  )
}

type Listing = Home['listings'][number]

/** Text of what a price is for. The price of a whole project needs none. */
function unitOf({ kind, payment_format }: Listing): string | null {
  if (payment_format === 'hourly') return 'card.perHour'
  return kind === 'vacancy' ? 'card.perMonth' : null
}

/** An own listing that needs no action of the client. */
export function OwnListing({ listing }: { listing: Listing }) {
  const { t, age, day, span } = useFormats()
  const { kind, id, title, chosen_at, due_at, executor_name, min_price, max_price, currency } = listing
  const unit = min_price === null && max_price === null ? null : unitOf(listing)
  const listedAt = listing.published_at ?? listing.created_at
  const inWork = listing.status === 'in_progress' && chosen_at !== null
  return (
    <LinkCard>
      <div className="row row-between">
        <StatusBadge listing={listing} />
        <time className="cap muted" dateTime={inWork ? chosen_at : listedAt}>
          {inWork ? t('home.inWorkSince', { date: day(chosen_at) }) : age(listedAt)}
        </time>
      </div>
      <CardTitle as="h3" to={`/${isRequest(listing) ? 'request' : kind}/${id}`}>
        <Typeset text={title} />
      </CardTitle>
      <Signals stub>
        <Signal strong>
          {span(min_price, max_price, currency)}
          {unit && ` ${t(unit)}`}
        </Signal>
        {due_at && <TimeSignal dated end={due_at} since={chosen_at ?? listing.published_at} />}
        {executor_name && (
          <Signal end>
            <span className="ellipsis">{executor_name}</span>
          </Signal>
        )}
      </Signals>
    </LinkCard>
  )
}
