import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { isGone } from '#web/client/http/http.ts'
import { ListingPage } from '#web/features/listing-page/listing-page.tsx'
import { OrderFiles } from '#web/features/listing-page/order-sections.tsx'
import { ListingPageSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { VacancyFacts, VacancyTexts } from '#web/features/listing-page/vacancy-sections.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { findInLists, vacancy as vacancyQuery } from '#web/features/listings/queries.ts'
import { enteredAgainMs, pollWhileWaiting } from '#web/features/listings/refresh.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { usePreload } from '#web/parts/when-idle.ts'

const RespondSheet = lazySheet(() => import('#web/features/responses/form/vacancy-respond-sheet.tsx'))

export default function VacancyScreen() {
  const id = Number(useParams().id)
  const me = useMe()
  const pageQuery = useQuery({
    ...vacancyQuery(id),
    staleTime: enteredAgainMs,
    refetchInterval: pollWhileWaiting,
  })
  const vacancy = pageQuery.data
  usePreload(vacancy?.is_owner === false && !vacancy.is_responded, () => void RespondSheet.ahead())
  // Cached data stays visible after a network failure, but not after the listing was deleted.
  if (pageQuery.error && (!vacancy || isGone(pageQuery.error)))
    return (
      <LoadFailure missingThing="vacancy" error={pageQuery.error} onRetry={() => void pageQuery.refetch()} />
    )
  if (!vacancy || !me) return <ListingPageSkeleton listing={findInLists('vacancy', id)} />
  return (
    <ListingPage
      key={id}
      listing={vacancy}
      me={me}
      sheet={(props) => <RespondSheet vacancy={vacancy} me={me} {...props} />}
    >
      <VacancyFacts vacancy={vacancy} />
      <VacancyTexts vacancy={vacancy} />
      <OrderFiles files={vacancy.files} />
    </ListingPage>
  )
}
