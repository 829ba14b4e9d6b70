import { useQuery } from '@tanstack/react-query'
import { Plus, SearchX, Shuffle, Sparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListFailure } from '#web/features/listings/list-failure.tsx'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { collection } from '#web/features/listings/queries.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button, ButtonLink, TextButton } from '#web/ui/button.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FeedCards } from './feed-cards.tsx'
import styles from './personal-feed.module.css'
import { Pull } from './pull.tsx'

const filters: Record<string, (listing: Listing) => boolean> = {
  all: () => true,
  orders: isOrder,
  vacancies: (listing) => !isOrder(listing),
  hot: (listing) => listing.is_urgent,
  remote: (listing) => listing.is_remote,
}

/** The personal collection: up to 20 orders and 20 vacancies, in the server's order until shuffled. */
export function PersonalFeed() {
  const { t } = useTranslation()
  const me = useMe()
  const found = useQuery(collection())
  const [filter, setFilter] = useState('all')
  const [seed, setSeed] = useState(0)
  const listings = useMemo(
    () => mixed([...(found.data?.projects ?? []), ...(found.data?.vacancies ?? [])], seed),
    [found.data, seed],
  )
  const shown = useMemo(() => listings.filter(filters[filter] ?? isOrder), [listings, filter])

  if (found.isError && !found.data)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  // The collection goes on with neighbouring and popular listings when the speciality has few.
  const own = listings.filter(({ reason }) => reason === 'speciality').length
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
      <Pull onRefresh={found.refetch} />
      {found.isPending && <ListingSkeletons />}
      {listings.length > 0 && (
        <div className={cx('row row-between cap muted', styles.summary)}>
          <span className="ellipsis">
            {own > 0 ? t('search.personal.by', { count: own }) : t('search.personal.plain')}
          </span>
          <TextButton icon={Shuffle} onClick={() => setSeed(seed + 1)}>
            {t('search.shuffle')}
          </TextButton>
        </div>
      )}
      {shown.length > 0 && <FeedCards key={filter} listings={shown} />}
      {listings.length > 0 && shown.length === 0 && (
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
      {found.data && listings.length === 0 && (
        <EmptyState
          icon={Sparkles}
          title={t('search.personalEmpty.title')}
          text={t('search.personalEmpty.text')}
          action={<ButtonLink to="/profile">{t('search.personalEmpty.action')}</ButtonLink>}
        />
      )}
    </>
  )
}

/** The same order for the same seed; seed 0 keeps what the server sent. */
function mixed(listings: Listing[], seed: number): Listing[] {
  if (seed === 0) return listings
  const weight = ({ kind, id }: Listing) =>
    Math.sin(seed * 7919 + id * 104_729 + (kind === 'order' ? 0 : 1)) * 10_000
  const part = (value: number) => value - Math.floor(value)
  return listings.toSorted((a, b) => part(weight(a)) - part(weight(b)))
}
