import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { ApiError } from '#web/client/http/http.ts'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import styles from '#web/features/admin/people/person.module.css'
import { PersonFacts } from '#web/features/admin/people/person-facts.tsx'
import { PersonHeader } from '#web/features/admin/people/person-header.tsx'
import { PersonHistory } from '#web/features/admin/people/person-history.tsx'
import { PersonLists } from '#web/features/admin/people/person-lists.tsx'
import { ListingPageSkeleton } from '#web/features/listing-page/skeleton.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import NotFound from '#web/features/listings/list/not-found.tsx'

/** A person's page for staff: facts, activity and history of staff actions. */
export default function AdminPersonScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const personQuery = useQuery(query('GET /api/admin/users/:id', { params: { id } }))
  if (personQuery.error instanceof ApiError && personQuery.error.code === 'not_found') return <NotFound />
  if (personQuery.isError)
    return <LoadFailure error={personQuery.error} onRetry={() => void personQuery.refetch()} />
  if (!personQuery.data) return <ListingPageSkeleton />
  const person = personQuery.data
  return (
    <AdminFrame title={t('admin.person.title', { name: person.full_name })} isDetailPage>
      <PersonHeader person={person} />
      <div className={styles.columns}>
        <PersonFacts person={person} />
        <PersonLists key={id} person={person} />
        <PersonHistory id={id} />
      </div>
    </AdminFrame>
  )
}
