import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { LoadMore } from '#web/features/listings/list/paged-list.tsx'
import { isOpen, ownRequests } from '#web/features/services/requests/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { RequestCard } from './request-card.tsx'

/** Requests for the user's services: those that are open, and on demand the past ones. Nothing without any. */
export function ReceivedRequests() {
  const { t } = useTranslation()
  const [hasPast, setPast] = useState(false)
  const list = useInfiniteQuery(ownRequests('freelancer'))
  const all = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (all.length === 0) return null
  const waiting = list.data?.pages[0]?.waiting ?? 0
  // Open requests come first in the list, so all of them are on its first page.
  const openRequests = all.filter(isOpen)
  const pastRequests = all.filter((request) => !isOpen(request))
  return (
    <section className="stack" aria-label={t('requests.title')}>
      <h2 className="head" style={{ padding: '0 var(--s-1)' }}>
        {t('requests.title')} {waiting > 0 && <span className="muted num">{waiting}</span>}
      </h2>
      {openRequests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {pastRequests.length > 0 && (
        <Button wide variant="card" onClick={() => setPast(!hasPast)}>
          {t(hasPast ? 'requests.hidePast' : 'requests.past')}
        </Button>
      )}
      {hasPast && pastRequests.map((request) => <RequestCard key={request.id} request={request} />)}
      {hasPast && list.hasNextPage && (
        <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </section>
  )
}
