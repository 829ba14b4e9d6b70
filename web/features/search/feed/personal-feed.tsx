import { useQuery } from '@tanstack/react-query'
import { Plus, SearchX, Shuffle, Sparkles } from 'lucide-react'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { fittingReasons } from '#contract/collection.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { collection } from '#web/features/listings/queries.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import { PullToRefreshArea } from '#web/features/search/pull-to-refresh.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { lazyCard, lazySheet } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Button, ButtonLink, TextButton } from '#web/ui/button.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './personal-feed.module.css'

// The texts of the sheet are loaded together with its code, because the list also uses the texts after a listing is
// hidden.
const FeedSheet = lazySheet(() => import('./feed-sheet.tsx'), 'rest', 'info', 'errors')
const AwayCard = lazyCard(() => import('#web/features/search/hide/hidden-card.tsx'))

const filters: Record<string, (listing: Listing) => boolean> = {
  all: () => true,
  orders: isOrder,
  vacancies: (listing) => !isOrder(listing),
  hot: (listing) => listing.is_urgent,
  remote: (listing) => listing.is_remote,
}

/**
 * Recommended orders and vacancies, up to 20 of each kind. They have the server's order until the user shuffles them.
 */
export function PersonalFeed() {
  const { t } = useTranslation()
  const me = useMe()
  const collectionQuery = useQuery(collection())
  const [filter, setFilter] = useState('all')
  const [seed, setSeed] = useState(0)
  const [hiddenById, setHiddenById] = useState<Record<number, HiddenListing>>({})
  /** The listing to hide. `null` opens the explanation of the feed instead. */
  const [subject, setSubject] = useState<Listing | null>(null)
  const sheet = useSheet()
  const listings = useMemo(
    () =>
      shuffleListings(
        [...(collectionQuery.data?.projects ?? []), ...(collectionQuery.data?.vacancies ?? [])],
        seed,
      ),
    [collectionQuery.data, seed],
  )
  const shownListings = useMemo(() => listings.filter(filters[filter] ?? isOrder), [listings, filter])

  if (collectionQuery.isError && !collectionQuery.data)
    return <ListFailure error={collectionQuery.error} onRetry={() => void collectionQuery.refetch()} />
  const fittingCount = listings.filter(({ reason }) => isFitting(reason)).length
  const first = listings.filter(({ why }) => why?.is_first).length
  const summary = [
    fittingCount > 0 && t('why.fitting', { count: fittingCount }),
    first > 0 && t('why.fresh', { count: first }),
  ]
    .filter(Boolean)
    .join(', ')
  const openListing = (listing: Listing | null) => {
    setSubject(listing)
    sheet.open()
  }
  const setHidden = (id: number, hiddenListing: HiddenListing | null) =>
    setHiddenById(({ [id]: _, ...others }) => (hiddenListing ? { ...others, [id]: hiddenListing } : others))
  return (
    <>
      {me?.start_choice === 'both' && (
        <ButtonLink wide variant="card" icon={Plus} to="/order/create">
          {t('home.create')}
        </ButtonLink>
      )}
      <ChipScroller label={t('search.quick')}>
        {Object.keys(filters).map((key) => (
          <Chip
            key={key}
            pressed={key === filter}
            onClick={() => {
              setFilter(key)
              haptic('selection')
            }}
          >
            {t(`search.chip.${key}`)}
          </Chip>
        ))}
      </ChipScroller>
      <PullToRefreshArea onRefresh={collectionQuery.refetch} />
      {collectionQuery.isPending && <ListingSkeletons />}
      {listings.length > 0 && (
        <div className={cx('row row-between cap muted', styles.summary)}>
          <span className="ellipsis grow">{summary || t('search.personal.plain')}</span>
          <TextButton onClick={() => openListing(null)}>{t('why.how')}</TextButton>
          <IconButton icon={Shuffle} label={t('search.shuffle')} onClick={() => setSeed(seed + 1)} />
        </div>
      )}
      {shownListings.length > 0 && (
        <FeedCards
          key={filter}
          listings={shownListings}
          hidden={hiddenById}
          onHide={openListing}
          onReturned={(id) => setHidden(id, null)}
        />
      )}
      {listings.length > 0 && shownListings.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('search.empty.title')}
          text={t('search.empty.text')}
          action={
            <Button variant="card" onClick={() => setFilter('all')}>
              {t('search.empty.reset')}
            </Button>
          }
        />
      )}
      {collectionQuery.data && listings.length === 0 && (
        <EmptyState
          icon={Sparkles}
          title={t('search.personalEmpty.title')}
          text={t('search.personalEmpty.text')}
          action={<ButtonLink to="/profile">{t('search.personalEmpty.action')}</ButtonLink>}
        />
      )}
      {sheet.isMounted && (
        <FeedSheet
          {...sheet.props}
          subject={subject}
          onHidden={(hiddenListing) => setHidden(hiddenListing.listing_id, hiddenListing)}
          onReturned={(id) => setHidden(id, null)}
        />
      )}
    </>
  )
}

const isFitting = (reason: string | null) => (fittingReasons as readonly (string | null)[]).includes(reason)

/** Shuffles a list so that the same seed gives the same order. Seed 0 keeps the server's order. */
function shuffleListings(listings: Listing[], seed: number): Listing[] {
  if (seed === 0) return listings
  const weight = ({ kind, id }: Listing) =>
    Math.sin(seed * 7919 + id * 104_729 + (kind === 'order' ? 0 : 1)) * 10_000
  const part = (value: number) => value - Math.floor(value)
  return listings.toSorted((a, b) => part(weight(a)) - part(weight(b)))
}

/** Number of cards that fill the screen of a very tall phone. */
const firstCards = 5

type FeedCardsProps = {
  listings: Listing[]
  /** Listings hidden since the feed was loaded, by listing id. */
  hidden: Record<number, HiddenListing>
  onHide: (listing: Listing) => void
  onReturned: (id: number) => void
}

/** Renders the cards of the first screen at once. A deferred render adds the other cards. */
function FeedCards({ listings, hidden, onHide, onReturned }: FeedCardsProps) {
  const shownListings = useDeferredValue(listings, listings.slice(0, firstCards))
  return shownListings.map((listing) => {
    const hiddenListing = hidden[listing.id]
    return hiddenListing ? (
      <Suspense key={listing.id}>
        <AwayCard hidden={hiddenListing} onReturned={() => onReturned(listing.id)} />
      </Suspense>
    ) : (
      <ListingCard key={listing.id} listing={listing}>
        <ReasonLine listing={listing} onPress={() => onHide(listing)} />
      </ListingCard>
    )
  })
}

/** Up to two reasons why the feed shows a listing. A click opens the form to hide the listing. */
function ReasonLine({ listing, onPress }: { listing: Listing; onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.line} onClick={onPress}>
      <Sparkles />
      <span className="grow">{useReasons(listing)}</span>
      <b>{t('why.not')}</b>
    </button>
  )
}

/**
 * Returns the main reason why the feed shows a listing, and a second reason about the author, the pay or another skill.
 */
function useReasons({ reason, why }: Listing): string {
  const { t } = useTranslation()
  const skill = why?.skill && t('why.skill', { skill: why.skill })
  const main = reason === 'skills' ? skill : reason === 'popular' ? null : t(`why.${reason}`)
  const answerSpeedText = why?.answer_minutes && t('why.soon', { count: Math.ceil(why.answer_minutes / 60) })
  const secondaryReason =
    answerSpeedText ||
    (why?.is_first && t('why.first')) ||
    (why?.is_well_paid && t('why.paid')) ||
    (reason === 'speciality' && skill)
  const words = [main, secondaryReason].filter(Boolean).join(', ') || t('why.popular')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
