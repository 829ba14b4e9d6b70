import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isGone } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import { dealOf } from '#web/features/deals/use-deal.ts'
import { ListingPage } from '#web/features/listing-page/listing-page.tsx'
import { OrderFacts, OrderFiles, OrderTask } from '#web/features/listing-page/order-sections.tsx'
import { ListingPageSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { currencies, findInLists, order as orderQuery } from '#web/features/listings/queries.ts'
import { enteredAgainMs, pollWhileWaiting } from '#web/features/listings/refresh.ts'
import { isRequest } from '#web/features/listings/types.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { lazyScreen, lazySheet } from '#web/parts/part.tsx'
import { usePreload } from '#web/parts/when-idle.ts'

const DealPage = lazyScreen(() => import('#web/features/listing-page/deal-page.tsx'))
const RespondSheet = lazySheet(() => import('#web/features/responses/form/respond-sheet.tsx'))

export default function OrderScreen() {
  const id = Number(useParams().id)
  const me = useMe()
  const pageQuery = useQuery({
    ...orderQuery(id),
    staleTime: enteredAgainMs,
    refetchInterval: pollWhileWaiting,
  })
  const order = pageQuery.data
  usePreload(order?.is_owner === false && !order.is_responded, () => {
    void RespondSheet.ahead()
    void queryClient.prefetchQuery(currencies())
  })
  // Cached data stays visible after a network failure, but not after the listing was deleted.
  if (pageQuery.error && (!order || isGone(pageQuery.error)))
    return (
      <LoadFailure missingThing="order" error={pageQuery.error} onRetry={() => void pageQuery.refetch()} />
    )
  if (order && isRequest(order)) return <Navigate to={`/request/${id}`} replace />
  if (!order || !me) return <ListingPageSkeleton listing={findInLists('order', id)} />
  const writtenContent = (
    <>
      <OrderTask order={order} />
      <OrderFiles files={order.files} />
      <OrderFacts order={order} />
    </>
  )
  const deal = dealOf(order)
  if (deal)
    return (
      <Suspense fallback={<ListingPageSkeleton listing={findInLists('order', id)} />}>
        <DealPage key={id} view={deal}>
          {writtenContent}
        </DealPage>
      </Suspense>
    )
  return (
    <ListingPage
      key={id}
      listing={order}
      me={me}
      sheet={(props) => <RespondSheet order={order} {...props} />}
    >
      {writtenContent}
    </ListingPage>
  )
}
