import { useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { AdminFrame } from '#web/features/admin/frame.tsx'
import { taskCalls, useTask, useTaskMutation } from '#web/features/admin/queries.ts'
import { Review } from '#web/features/admin/review.tsx'
import { OrderSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'

/** One task. Opening it claims it for ten minutes, unless another moderator has claimed it. */
export default function AdminReviewScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const found = useTask(id)
  useClaim(id, found.data?.state === 'open')
  if (found.isError) return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <OrderSkeleton />
  return (
    <AdminFrame title={t('admin.review')} bare>
      <Review key={id} task={found.data} />
    </AdminFrame>
  )
}

function useClaim(id: number, isFree: boolean) {
  const { mutate } = useTaskMutation()
  const tried = useRef<number>(undefined)
  useEffect(() => {
    if (!isFree || tried.current === id) return
    tried.current = id
    mutate(() => taskCalls.claim(id))
  }, [id, isFree, mutate])
}
