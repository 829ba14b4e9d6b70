import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { responseStory } from '#web/features/responses/queries.ts'
import { ResponseStory } from '#web/features/responses/response-story.tsx'
import { SimilarListings } from '#web/features/responses/similar-listings.tsx'
import { Page } from '#web/ui/page.tsx'

/** One own response: how far it came, why it ended, and where else to go. */
export default function ResponseStoryScreen() {
  const { t } = useFormats()
  const { data, error, refetch } = useQuery(responseStory(Number(useParams().id)))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Page busy={t('common.loading')}>{null}</Page>
  return (
    <Page>
      <ResponseStory story={data} />
      <SimilarListings story={data} />
    </Page>
  )
}
