import { useParams } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { useDecisions } from '#web/features/admin/decisions/use-decisions.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { type Task, useTask } from '#web/features/admin/frame/queries.ts'
import { Review } from '#web/features/admin/review/review.tsx'
import { ListingPageSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'

/** Page of one moderation task. Opening the page does not claim the task. */
export default function AdminReviewScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const taskQuery = useTask(id)
  const decisions = useDecisions()
  if (taskQuery.isError)
    return <LoadFailure error={taskQuery.error} onRetry={() => void taskQuery.refetch()} />
  if (!taskQuery.data) return <ListingPageSkeleton />
  return (
    <AdminFrame title={t('admin.review')} isDetailPage section={sectionOf(taskQuery.data)}>
      <Review key={id} task={taskQuery.data} decisions={decisions} />
    </AdminFrame>
  )
}

/** Section whose list leads to the task. */
function sectionOf({ subject, kind }: Task): string {
  if (subject === 'report') return 'reports'
  return kind === 'vacancy' ? 'vacancies' : 'projects'
}
