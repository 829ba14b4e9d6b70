import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { respond } from '#contract/policies.ts'
import { api } from '#web/api.ts'
import { OrderActionBar } from '#web/features/listings/action-bar.tsx'
import { factsOf } from '#web/features/listings/facts.ts'
import { ListingHero, ListingPanel } from '#web/features/listings/listing-head.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { OrderFacts, OrderFiles, OrderTask, PersonCard } from '#web/features/listings/order-sections.tsx'
import { OrderSkeleton } from '#web/features/listings/order-skeleton.tsx'
import { OwnOrderCard } from '#web/features/listings/own-order.tsx'
import { order as orderQuery } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { ApiError } from '#web/http.ts'
import { askDialog } from '#web/ui/overlays.ts'
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
  const { t } = useFormats()
  const navigate = useNavigate()
  const verify = useVerification(me)
  const [sheet, setSheet] = useState<'away' | 'open' | 'closing'>('away')
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    if (order.is_owner) return
    // a lost view is not worth a word to the reader
    api('POST /api/app/view', { body: { entity_type: 'project', entity_id: order.id } }).catch(
      () => undefined,
    )
  }, [order.id, order.is_owner])

  const answer = async () => {
    const refusal = respond(me, factsOf(order))
    if (refusal && refusal !== 'verification_required') return showFailure(new ApiError(refusal))
    setAsking(true)
    const isVerified = await verify()
    setAsking(false)
    if (isVerified) setSheet('open')
  }
  const celebrate = async (place: number) => {
    const more = await askDialog({
      icon: Rocket,
      tone: 'good',
      wide: true,
      title: t('respondDone.title'),
      text: t('respondDone.text', { place }),
      confirm: t('respondDone.orders'),
      cancel: t('respondDone.responses'),
    })
    if (more !== null) void navigate(more ? '/search/orders' : '/responses', { replace: true })
  }

  return (
    <>
      <Page bar>
        {order.is_owner && <OwnOrderCard order={order} />}
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
        {order.published_at && <ListingPanel listing={order} />}
        {!order.is_owner && <PersonCard person={order.author} />}
        <OrderTask order={order} />
        <OrderFiles files={order.files} />
        <OrderFacts order={order} />
      </Page>
      <OrderActionBar order={order} me={me} isAsking={isAsking} onRespond={() => void answer()} />
      {sheet !== 'away' && (
        <Suspense>
          <RespondSheet
            order={order}
            open={sheet === 'open'}
            onClose={() => setSheet('closing')}
            onClosed={() => setSheet('away')}
            onSent={(place) => void celebrate(place)}
          />
        </Suspense>
      )}
    </>
  )
}
