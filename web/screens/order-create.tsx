import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { EditOrder } from '#web/features/listings/edit-order.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { NewOrder } from '#web/features/listings/new-order.tsx'
import { OrderSkeleton } from '#web/features/listings/order-skeleton.tsx'
import { order } from '#web/features/listings/queries.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { ApiError } from '#web/http.ts'

/** A new order, or an edit of an own one by `?target={id}&type=edit`. */
export default function OrderCreateScreen() {
  const [search] = useSearchParams()
  const me = useMe()
  const target = search.get('type') === 'edit' ? Number(search.get('target')) : null
  if (!me) return <OrderSkeleton />
  return target === null ? <NewOrder me={me} /> : <OwnOrderEdit id={target} />
}

function OwnOrderEdit({ id }: { id: number }) {
  const found = useQuery(order(id))
  if (found.isPending) return <OrderSkeleton />
  if (found.isError) return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  // someone else's order is not there for this screen
  if (!found.data.is_owner)
    return <LoadFailure error={new ApiError('not_found')} onRetry={() => void found.refetch()} />
  return <EditOrder key={id} order={found.data} />
}
