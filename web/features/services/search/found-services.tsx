import { ShoppingBag } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { type Found, LoadMore } from '#web/features/listings/list/paged-list.tsx'
import type { FoundService } from '#web/features/services/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import styles from './service-card.module.css'
import { ServiceCard } from './service-card.tsx'

type FoundServicesProps = {
  found: Found<FoundService>
  /** Words that were searched. */
  words: string
  /** True if the words were searched as they were typed. */
  isExact: boolean | undefined
  hasFilters: boolean
  onReset: () => void
}

/** Services found by a search, with infinite scroll. */
export function FoundServices({ found, words, isExact, hasFilters, onReset }: FoundServicesProps) {
  const services = found.data?.pages.flatMap((page) => page.items) ?? []
  if (found.isPending) return <ServiceSkeletons />
  if (found.isError && services.length === 0)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  if (services.length === 0)
    return <NoServiceFound words={words} isExact={isExact} hasFilters={hasFilters} onReset={onReset} />
  return (
    <>
      <div className={styles.services}>
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} />
        ))}
      </div>
      {found.hasNextPage && (
        <LoadMore isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      )}
    </>
  )
}

/** Empty list of services. It names the words and the filters only if the search has some. */
function NoServiceFound({ words, isExact, hasFilters, onReset }: Omit<FoundServicesProps, 'found'>) {
  const { t } = useTranslation()
  const isNarrowed = words !== '' || hasFilters
  const advice = words
    ? t(hasFilters ? 'people.empty.wordsOrFilters' : 'people.empty.words')
    : t(hasFilters ? 'services.empty.text' : 'services.empty.none')
  return (
    <EmptyState
      icon={ShoppingBag}
      title={t('services.empty.title')}
      text={words && !isExact ? `${t('people.empty.forgiving')} ${advice}` : advice}
      action={
        isNarrowed && (
          <Button variant="card" onClick={onReset}>
            {t(hasFilters ? 'search.empty.reset' : 'search.erase')}
          </Button>
        )
      }
    />
  )
}

const cards = [1, 2, 3, 4]

/** Placeholders while services load. */
function ServiceSkeletons() {
  return (
    <>
      <SlowNote />
      <div className={styles.services}>
        {cards.map((card) => (
          <div key={card} className={styles.card}>
            <span className={styles.plain} />
            <Skeleton width="90%" height={18} onPage />
            <Skeleton width="60%" height={20} onPage />
          </div>
        ))}
      </div>
    </>
  )
}
