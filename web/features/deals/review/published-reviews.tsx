import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { query } from '#web/client/query.ts'
import type { DealView } from '#web/features/deals/use-deal.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { bindWords } from '#web/ui/glue.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** The two reviews of a deal, the one about the viewer first. Each side may have written none. */
export function PublishedReviews({ view: { order, other } }: { view: DealView }) {
  const { t } = useFormats()
  const me = useMe()
  if (!me) return null
  return (
    <>
      <PublishedReview title={t('deal.review.open.about')} person={me.id} listing={order.id} />
      <PublishedReview title={t('review.own.title')} person={other.id} listing={order.id} />
    </>
  )
}

type ReviewProps = { title: string; person: number; listing: number }

/** Review about a person after a deal. A review that is too old for the first page of the profile is left out. */
function PublishedReview({ title, person, listing }: ReviewProps) {
  const { t } = useFormats()
  const { data, isPending } = useQuery(
    query('GET /api/users/:id/reviews', { params: { id: person }, query: { per_page: limits.page.max } }),
  )
  const review = data?.items.find(({ listing_id }) => listing_id === listing)
  if (isPending) return <Skeleton width="60%" height={16} />
  if (!review) return null
  const { rating, text } = review
  return (
    <article className="stack stack-1">
      <div className="row row-between">
        <h3 className="sub">{title}</h3>
        <Stars value={rating} label={t('deal.review.open.rating', { rating })} />
      </div>
      {text && <p className="sub muted prose">{bindWords(text)}</p>}
    </article>
  )
}
