import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { responseHistory } from '#web/features/responses/queries.ts'
import { ResponseTimeline } from '#web/features/responses/response-story.tsx'
import { SimilarListings } from '#web/features/responses/similar-listings.tsx'
import { Page } from '#web/ui/page.tsx'

/** One own response: progress, end reason and similar listings. */
export default function ResponseStoryScreen() {
  const { t } = useFormats()
  const { data, error, refetch } = useQuery(responseHistory(Number(useParams().id)))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Page busy={t('common.loading')}>{null}</Page>
  return (
    <Page>
      <ResponseTimeline story={data} />
      <SimilarListings story={data} />
    </Page>
  )
}
