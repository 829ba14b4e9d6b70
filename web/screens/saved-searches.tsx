import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { savedSearches } from '#web/features/search/saved/saved-queries.ts'
import { SavedSearchCard } from '#web/features/search/saved/saved-search-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

export default function SavedSearchesScreen() {
  const { t } = useTranslation()
  const savedQuery = useQuery(savedSearches())
  return (
    <Page busy={savedQuery.isPending}>
      <PageTitle>{t('searches.title')}</PageTitle>
      {savedQuery.isPending && <ListingSkeletons />}
      {savedQuery.isError && !savedQuery.data && (
        <ListFailure error={savedQuery.error} onRetry={() => void savedQuery.refetch()} />
      )}
      {savedQuery.data?.map((search) => (
        <SavedSearchCard key={search.id} search={search} />
      ))}
      {savedQuery.data?.length === 0 && (
        <EmptyState
          icon={Bookmark}
          title={t('searches.empty.title')}
          text={t('searches.empty.text')}
          action={<ButtonLink to="/search/orders">{t('searches.empty.action')}</ButtonLink>}
        />
      )}
    </Page>
  )
}
