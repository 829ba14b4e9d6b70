import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { ResponseTimeline } from '#web/features/responses/own/response-timeline.tsx'
import { SimilarListings } from '#web/features/responses/own/similar-listings.tsx'
import { responseHistory } from '#web/features/responses/queries.ts'
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
