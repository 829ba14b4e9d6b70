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
  /** Words that were searched with their mistakes corrected, if nobody was found by them. */
  words?: string | undefined
  onReset: () => void
}

/** People found by a search, with infinite scroll. */
export function FoundPeople({ found, words, onReset }: FoundPeopleProps) {
  const { t } = useTranslation()
  const people = found.data?.pages.flatMap((page) => page.items) ?? []
  if (found.isPending) return <PeopleSkeletons />
  if (found.isError && people.length === 0)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  if (people.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title={t('people.empty.title')}
        text={t(words ? 'people.empty.forgiving' : 'people.empty.text')}
        action={
          <Button variant="card" onClick={onReset}>
            {t('search.empty.reset')}
          </Button>
        }
      />
    )
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
