import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { LoadMore } from '#web/features/listings/list/paged-list.tsx'
import { PeopleSkeletons } from '#web/features/people/person-skeleton.tsx'
import type { ListedPerson } from '#web/features/people/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FreelancerCard } from './freelancer-card.tsx'

type FoundPeopleProps = {
  found: UseInfiniteQueryResult<InfiniteData<{ items: ListedPerson[] }>, Error>
  /** Words that were searched. */
  words: string
  /** True if mistakes in the words were not corrected. */
  isExact?: boolean | undefined
  hasFilters: boolean
  onReset: () => void
}

/** People found by a search, with infinite scroll. */
export function FoundPeople({ found, words, isExact, hasFilters, onReset }: FoundPeopleProps) {
  const people = found.data?.pages.flatMap((page) => page.items) ?? []
  if (found.isPending) return <PeopleSkeletons />
  if (found.isError && people.length === 0)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  if (people.length === 0)
    return <NobodyFound words={words} isExact={isExact} hasFilters={hasFilters} onReset={onReset} />
  return (
    <>
      {people.map((person) => (
        <FreelancerCard key={person.id} person={person} />
      ))}
      {found.hasNextPage && (
        <LoadMore isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      )}
    </>
  )
}

/** Empty list of people. It names the words and the filters only if the search has some. */
function NobodyFound({ words, isExact, hasFilters, onReset }: Omit<FoundPeopleProps, 'found'>) {
  const { t } = useTranslation()
  const advice = !words
    ? hasFilters && t('people.empty.text')
    : t(hasFilters ? 'people.empty.wordsOrFilters' : 'people.empty.words')
  return (
    <EmptyState
      icon={UsersRound}
      title={t('people.empty.title')}
      text={words && !isExact ? `${t('people.empty.forgiving')} ${advice}` : advice}
      action={
        (words || hasFilters) && (
          <Button variant="card" onClick={onReset}>
            {t(hasFilters ? 'search.empty.reset' : 'search.erase')}
          </Button>
        )
      }
    />
  )
}
