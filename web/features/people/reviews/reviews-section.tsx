import { useInfiniteQuery } from '@tanstack/react-query'
import { allAxes } from '#contract/review-axes.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { type Review, reviewsOf } from '#web/features/people/queries.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindShortWords } from '#web/ui/glue.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { ReviewReply } from './review-reply.tsx'
import { ReviewSummary } from './review-summary.tsx'
import styles from './reviews-section.module.css'

/** Reviews of a person, newest first. */
export function ReviewsSection({
  person,
  isOwn,
}: {
  person: { id: number; full_name: string }
  isOwn: boolean
}) {
  const { t } = useFormats()
  const found = useInfiniteQuery(reviewsOf(person.id))
  const first = found.data?.pages[0]
  const reviews = found.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card className="stack stack-4">
      <h2 className="head">{t('user.reviews')}</h2>
      {first && first.rating !== null && (
        <ReviewSummary rating={first.rating} count={first.rating_count} axes={first.axes} />
      )}
      {found.isPending && <Skeleton width="80%" height={16} />}
      {found.data && reviews.length === 0 && <p className="sub muted">{t('user.noReviews')}</p>}
      {found.isError && (
        <div className="row row-between">
          <span className="sub muted">{t('search.loadError')}</span>
          <TextButton onClick={() => void found.refetch()}>{t('common.retry')}</TextButton>
        </div>
      )}
      {reviews.map((review) => (
        <ReviewView key={review.id} review={review} person={person} isOwn={isOwn} />
      ))}
      {found.hasNextPage && (
        <TextButton onClick={() => void found.fetchNextPage()}>{t('search.more')}</TextButton>
      )}
    </Card>
  )
}

type ReviewViewProps = { review: Review; person: { id: number; full_name: string }; isOwn: boolean }

function ReviewView({ review, person, isOwn }: ReviewViewProps) {
  const { t, age } = useFormats()
  const me = useMe()
  const { author, rating, text, axes } = review
  const named = allAxes.filter((axis) => axes[axis] !== undefined)
  const at = review.published_at ?? review.created_at
  return (
    <article className="stack stack-2">
      <div className={styles.head}>
        <Avatar id={author.id} name={author.full_name} src={author.avatar_url} size={32} />
        <div className={styles.name}>
          <p className="ellipsis">{author.full_name}</p>
          <p className="cap muted ellipsis">{review.listing_title}</p>
        </div>
        <time className="cap muted" dateTime={at}>
          {age(at)}
        </time>
        {author.id !== me?.id && <MoreButton subject={{ type: 'review', id: review.id }} person={author} />}
      </div>
      {named.length > 0 ? (
        <p className={styles.three}>
          {named.map((axis) => (
            <span key={axis}>
              {t(`review.axis.${axis}`)} <b>{axes[axis]}</b>
            </span>
          ))}
        </p>
      ) : (
        <Stars value={rating} label={t('user.reviewOf', { name: author.full_name, rating })} />
      )}
      {text && <p className="sub">{bindShortWords(text)}</p>}
      <ReviewReply review={review} person={person} isOwn={isOwn} />
    </article>
  )
}
