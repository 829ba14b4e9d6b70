import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { type FoundPage, latestPage, searchListings } from '#web/features/listings/list-queries.ts'
import { type OrderSearch, toApiFilters } from '#web/features/search/params/search-params.ts'
import { haptic } from '#web/telegram/index.ts'
import styles from './new-listings.module.css'

type NewListingsProps = { kind: ListingKind; search: OrderSearch; pages: FoundPage[] }

/** Polling interval for new listings. */
const pollMs = 30_000

/** Button «↑ 3 новых» above a list sorted by newest. New listings are inserted only when the button is clicked. */
export default function NewListingsButton({ kind, search, pages }: NewListingsProps) {
  const { t } = useTranslation()
  const is_exact = search.isExact || undefined
  const newestSearch = { filters: toApiFilters(search), sort: 'newest' as const, is_exact }
  const latest = useQuery({
    ...latestPage(kind, newestSearch),
    initialData: pages[0],
    staleTime: pollMs,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  })
  const count = countNew(latest.data, pages)
  if (count === 0 || !latest.data) return null
  const showNewListings = () => {
    haptic('selection')
    const first: InfiniteData<FoundPage, number> = { pages: [latest.data], pageParams: [1] }
    queryClient.setQueryData(searchListings(kind, newestSearch).queryKey, first)
    window.scrollTo({ top: 0, behavior: 'smooth' })
  }
  return (
    <button
      type="button"
      className={styles.pill}
      aria-label={t(`search.new.show.${kind}`, { count })}
      onClick={showNewListings}
    >
      <ArrowUp />
      {t('search.new', { count })}
    </button>
  )
}

/** Returns the number of new listings above the first listing that is already shown. */
function countNew(latest: FoundPage | undefined, pages: FoundPage[]): number {
  const knownIds = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))
  const firstKnownIndex = latest?.items.findIndex(({ id }) => knownIds.has(id)) ?? 0
  return firstKnownIndex < 0 ? (latest?.items.length ?? 0) : firstKnownIndex
}
