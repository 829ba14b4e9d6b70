import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { endedResponses } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { ResponseTimeline } from '#web/features/responses/own/response-timeline.tsx'
import { type ResponseHistory, responseHistory } from '#web/features/responses/queries.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'

/** Page of one own response: its progress, the reason why it ended, and similar listings. */
export default function ResponseStoryScreen() {
  const { t } = useFormats()
  const { data, error, refetch } = useQuery(responseHistory(Number(useParams().id)))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <ScreenSkeleton label={t('common.loading')} />
  return (
    <Page>
      <ResponseTimeline story={data} />
      <SimilarListings story={data} />
    </Page>
  )
}

/** Open listings that are similar to the one that the user did not get, and the way to the search for more. */
export function SimilarListings({ story }: { story: ResponseHistory }) {
  const { t, span } = useFormats()
  const { similar, similar_count: count } = story
  const listing = story.project ?? story.vacancy
  if (!listing || !endedResponses.includes(story.status)) return null
  const { kind } = listing
  return (
    <>
      {similar.length > 0 && (
        <section className="stack stack-2">
          <h2 className="cap muted" style={{ padding: 'var(--s-1) var(--gutter) 0' }}>
            {t(`story.similar.${kind}`)}
          </h2>
          <List>
            {similar.map((listing) => (
              <Cell
                key={listing.id}
                to={`/${listing.kind}/${listing.id}`}
                title={listing.title}
                note={[
                  listing.min_stake === null && listing.max_stake === null
                    ? span(listing.price, listing.price, listing.currency)
                    : span(listing.min_stake, listing.max_stake, listing.currency),
                  t('story.responses', { count: listing.responses_count }),
                ].join(' · ')}
              />
            ))}
          </List>
        </section>
      )}
      <ButtonLink
        wide
        to={`/search/${kind === 'order' ? 'orders' : 'vacancies'}?category=${listing.category_id}`}
      >
        {count > similar.length ? t('story.similar.all', { number: count }) : t('story.similar.search')}
      </ButtonLink>
    </>
  )
}
