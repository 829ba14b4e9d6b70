import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { glue } from '#web/ui/typeset.tsx'
import { type Review, reviewsOf } from './queries.ts'
import styles from './reviews-section.module.css'

/** What others say after finished work, latest first. */
export function ReviewsSection({ id }: { id: number }) {
  const { t } = useFormats()
  const found = useInfiniteQuery(reviewsOf(id))
  const reviews = found.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card className="stack stack-4">
      <h2 className="head">{t('user.reviews')}</h2>
      {found.isPending && <Skeleton width="80%" height={16} />}
      {found.data && reviews.length === 0 && <p className="sub muted">{t('user.noReviews')}</p>}
      {found.isError && (
        <div className="row row-between">
          <span className="sub muted">{t('search.loadError')}</span>
          <TextButton onClick={() => void found.refetch()}>{t('common.retry')}</TextButton>
        </div>
      )}
      {reviews.map((review) => (
        <ReviewView key={review.id} review={review} />
      ))}
      {found.hasNextPage && (
        <TextButton onClick={() => void found.fetchNextPage()}>{t('search.more')}</TextButton>
      )}
    </Card>
  )
}

function ReviewView({ review }: { review: Review }) {
  const { t, age } = useFormats()
  const { author, rating, text } = review
  const at = review.published_at ?? review.created_at
  return (
    <article className="stack stack-2">
      <div className={styles.head}>
        <Avatar id={author.id} name={author.full_name} src={author.avatar_url} size={32} />
        <p className={styles.name}>{author.full_name}</p>
        <Stars value={rating} label={t('user.reviewOf', { name: author.full_name, rating })} />
        <time className="cap muted" dateTime={at}>
          {age(at)}
        </time>
      </div>
      {text && <p className="sub">{glue(text)}</p>}
    </article>
  )
}
