import { useQuery } from '@tanstack/react-query'
import { Plus, Sparkles } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { collection } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { PullToRefreshArea } from '#web/features/search/pull-to-refresh.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { joinReasons } from './join-reasons.ts'
import { MenuCard, useCardMenu } from './menu-card.tsx'
import styles from './personal-feed.module.css'

/**
 * Recommended orders and vacancies, up to 20 each.
 * @param seed 0 for the server's order, another number for each shuffling
 */
export function PersonalFeed({ seed }: { seed: number }) {
  const { t } = useTranslation()
  const me = useMe()
  const collectionQuery = useQuery(collection())
  const { menu, sheet } = useCardMenu()
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
  return (
    <>
      {me?.start_choice === 'both' && (
        <ButtonLink wide variant="card" icon={Plus} to="/order/create">
          {t('home.create')}
        </ButtonLink>
      )}
      <PullToRefreshArea onRefresh={collectionQuery.refetch} />
      {collectionQuery.isPending && <ListingSkeletons />}
      {listings.length > 0 && <FeedCards listings={listings} menu={menu} />}
      {collectionQuery.data && listings.length === 0 && (
        <EmptyState
          icon={Sparkles}
          title={t('search.personalEmpty.title')}
          text={t('search.personalEmpty.text')}
          action={<ButtonLink to="/profile">{t('search.personalEmpty.action')}</ButtonLink>}
        />
      )}
      {sheet}
    </>
  )
}

/** Shuffles reproducibly by the seed; seed 0 keeps the server's order. */
function shuffleListings(listings: Listing[], seed: number): Listing[] {
  if (seed === 0) return listings
  const weight = ({ kind, id }: Listing) => Math.sin(seed * 7919 + id * 104_729 + (kind === 'order' ? 0 : 1))
  return listings.toSorted((a, b) => weight(a) - weight(b))
}

/** Number of cards that fill the screen of a very tall phone. */
const firstCards = 5

type FeedCardsProps = { listings: Listing[]; menu: ReturnType<typeof useCardMenu>['menu'] }

/** Renders the first screenful of cards at once; a deferred render adds the rest. */
function FeedCards({ listings, menu }: FeedCardsProps) {
  const shownListings = useDeferredValue(listings, listings.slice(0, firstCards))
  return shownListings.map((listing) => (
    <MenuCard key={listing.id} listing={listing} menu={menu}>
      <ReasonLine listing={listing} />
    </MenuCard>
  ))
}

/** Up to two reasons why the feed shows a listing; nothing without a reason. */
function ReasonLine({ listing }: { listing: Listing }) {
  const reasons = useReasons(listing)
  const [before, skill, after] = reasons.split(skillMark)
  return reasons ? (
    <p className={styles.line}>
      <Sparkles />
      <span>
        {before}
        {skill && <b>{skill}</b>}
        {after}
      </span>
    </p>
  ) : null
}

/** Stands before and after the skill in a reason, because the skill is printed bold. */
const skillMark = '\n'

/**
 * Returns the main reason why the feed shows a listing, and a second reason about the author, the pay or another skill.
 */
function useReasons({ reason, why }: Listing): string {
  const { t } = useTranslation()
  const skill = why?.skill && t('why.skill', { skill: skillMark + why.skill + skillMark })
  // Cards that the server rendered before the login have no reason.
  const main =
    reason === 'skills' ? skill : reason === null || reason === 'popular' ? null : t(`why.${reason}`)
  const answerSpeedText = why?.answer_minutes && t('why.soon', { count: Math.ceil(why.answer_minutes / 60) })
  const secondaryReason =
    answerSpeedText ||
    (why?.is_first && t('why.first')) ||
    (why?.is_well_paid && t('why.paid')) ||
    (reason === 'speciality' && skill)
  return joinReasons(main, secondaryReason)
}
