import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Plus, Sparkles } from 'lucide-react'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { collection } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import { PullToRefreshArea } from '#web/features/search/pull-to-refresh.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { lazyCard, lazySheet } from '#web/parts/part.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './personal-feed.module.css'

// The menu's texts are loaded together with it, because the list uses them too after a listing is hidden.
const FeedMenu = lazySheet(() => import('./feed-menu.tsx'), 'rest', 'info', 'deals', 'errors')
const HiddenListingCard = lazyCard(() => import('#web/features/search/hide/hidden-card.tsx'))

/**
 * Recommended orders and vacancies, up to 20 each.
 * @param seed 0 for the server's order, another number for each shuffling
 */
export function PersonalFeed({ seed }: { seed: number }) {
  const { t } = useTranslation()
  const me = useMe()
  const collectionQuery = useQuery(collection())
  const [hiddenById, setHiddenById] = useState<Record<number, HiddenListing>>({})
  /** Listing whose menu is open. */
  const [subject, setSubject] = useState<Listing>()
  const menu = useSheet()
  const listings = useMemo(
    () =>
      shuffleListings(
        [...(collectionQuery.data?.projects ?? []), ...(collectionQuery.data?.vacancies ?? [])],
        seed,
      ),
    [collectionQuery.data, seed],
  )

  if (collectionQuery.isError && !collectionQuery.data)
    return <ListFailure error={collectionQuery.error} onRetry={() => void collectionQuery.refetch()} />
  const setHidden = (id: number, hiddenListing: HiddenListing | null) =>
    setHiddenById(({ [id]: _, ...others }) => (hiddenListing ? { ...others, [id]: hiddenListing } : others))
  return (
    <>
      {me?.start_choice === 'both' && (
        <ButtonLink wide variant="card" icon={Plus} to="/order/create">
          {t('home.create')}
        </ButtonLink>
      )}
      <PullToRefreshArea onRefresh={collectionQuery.refetch} />
      {collectionQuery.isPending && <ListingSkeletons />}
      {listings.length > 0 && (
        <FeedCards
          listings={listings}
          hidden={hiddenById}
          onMenu={(listing) => {
            setSubject(listing)
            menu.open()
          }}
          onReturned={(id) => setHidden(id, null)}
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
      {menu.isMounted && subject && (
        <FeedMenu
          {...menu.props}
          listing={subject}
          onHidden={(hiddenListing) => setHidden(hiddenListing.listing_id, hiddenListing)}
          onReturned={(id) => setHidden(id, null)}
        />
      )}
    </>
  )
}

/** Shuffles reproducibly by the seed; seed 0 keeps the server's order. */
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
  onMenu: (listing: Listing) => void
  onReturned: (id: number) => void
}

/** Renders the first screenful of cards at once; a deferred render adds the rest. */
function FeedCards({ listings, hidden, onMenu, onReturned }: FeedCardsProps) {
  const { t } = useTranslation()
  const shownListings = useDeferredValue(listings, listings.slice(0, firstCards))
  return shownListings.map((listing) => {
    const hiddenListing = hidden[listing.id]
    return hiddenListing ? (
      <Suspense key={listing.id}>
        <HiddenListingCard hidden={hiddenListing} onReturned={() => onReturned(listing.id)} />
      </Suspense>
    ) : (
      <ListingCard
        key={listing.id}
        listing={listing}
        menu={
          <IconButton
            className={styles.menu}
            icon={Ellipsis}
            label={t('common.more')}
            onClick={() => onMenu(listing)}
          />
        }
      >
        <ReasonLine listing={listing} />
      </ListingCard>
    )
  })
}

/** Up to two reasons why the feed shows a listing; nothing without a reason. */
function ReasonLine({ listing }: { listing: Listing }) {
  const reasons = useReasons(listing)
  return reasons ? (
    <p className={styles.line}>
      <Sparkles />
      {reasons}
    </p>
  ) : null
}

/**
 * Returns the main reason why the feed shows a listing, and a second reason about the author, the pay or another skill.
 */
function useReasons({ reason, why }: Listing): string {
  const { t } = useTranslation()
  const skill = why?.skill && t('why.skill', { skill: why.skill })
  // Cards that the server rendered before the login have no reason.
  const main =
    reason === 'skills' ? skill : reason === null || reason === 'popular' ? null : t(`why.${reason}`)
  const answerSpeedText = why?.answer_minutes && t('why.soon', { count: Math.ceil(why.answer_minutes / 60) })
  const secondaryReason =
    answerSpeedText ||
    (why?.is_first && t('why.first')) ||
    (why?.is_well_paid && t('why.paid')) ||
    (reason === 'speciality' && skill)
  const words = [main, secondaryReason].filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
