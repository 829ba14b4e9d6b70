import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ReviewCard } from '#web/features/deals/review-card.tsx'
import { ListingActionBar } from '#web/features/listings/action-bar.tsx'
import { ListingHero, ListingPanel } from '#web/features/listings/listing-head.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { OrderFacts, OrderFiles, OrderTask } from '#web/features/listings/order-sections.tsx'
import { OrderSkeleton } from '#web/features/listings/order-skeleton.tsx'
import { OwnListingHead } from '#web/features/listings/own-listing.tsx'
import { PersonCard } from '#web/features/listings/person-card.tsx'
import { order as orderQuery } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'
import { useView } from '#web/features/listings/use-view.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { OwnResponsePanel } from '#web/features/responses/own-response-panel.tsx'
import { useAnswering } from '#web/features/responses/use-answering.ts'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { Page } from '#web/ui/page.tsx'

const RespondSheet = lazy(() => import('#web/features/responses/respond-sheet.tsx'))

/** An own order on its way to the feed changes by other hands: the provider's, the moderator's. */
const ownPollMs = 4000
const waiting = ['draft', 'awaiting_payment', 'moderation']

export default function OrderScreen() {
  const id = Number(useParams().id)
  const me = useMe()
  const found = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.is_owner && waiting.includes(state.data.status) ? ownPollMs : false,
  })
  if (found.data && me) return <OrderView key={id} order={found.data} me={me} />
  if (found.isError) return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  return <OrderSkeleton />
}

function OrderView({ order, me }: { order: Order; me: Me }) {
  const navigate = useNavigate()
  const answering = useAnswering(order, me)
  useView(order)
  const own = order.is_responded ? order.responses[0] : undefined
  return (
    <>
      <Page bar>
        {order.is_owner && <OwnListingHead listing={order} />}
        <ReviewCard listing={order} />
        <ListingHero
          listing={order}
          action={
            !order.is_owner && (
              <MoreButton
                subject={{ type: 'listing', id: order.id }}
                person={order.author}
                onBlocked={() => void navigate('/search/personal', { replace: true })}
              />
            )
          }
        />
        {own && <OwnResponsePanel listing={order} response={own} />}
        {order.published_at && <ListingPanel listing={order} />}
        {!order.is_owner && <PersonCard person={order.author} />}
        <OrderTask order={order} />
        <OrderFiles files={order.files} />
        <OrderFacts order={order} />
      </Page>
      <ListingActionBar listing={order} me={me} isAsking={answering.isAsking} onRespond={answering.ask} />
      {answering.sheet.isMounted && (
        <Suspense>
          <RespondSheet order={order} {...answering.sheet.props} onSent={answering.sent} />
        </Suspense>
      )}
    </>
  )
}
