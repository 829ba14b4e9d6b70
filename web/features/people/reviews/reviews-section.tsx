import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { allAxes, type ReviewAxis } from '#contract/review-axes.ts'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { type Review, reviewsOf } from '#web/features/people/queries.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { TextareaField } from '#web/ui/form-field.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import styles from './reviews-section.module.css'

/** Below this number of reviews, a note says why the rating differs from their average. */
const fewReviews = 5

/** Reviews of a person, newest first. A person without reviews has no such section. */
export function ReviewsSection({
  person,
  isOwn,
}: {
  person: { id: number; full_name: string }
  isOwn: boolean
}) {
  const { t } = useFormats()
  const reviewsQuery = useInfiniteQuery(reviewsOf(person.id))
  const firstPage = reviewsQuery.data?.pages[0]
  const reviews = reviewsQuery.data?.pages.flatMap((page) => page.items) ?? []
  if (reviewsQuery.data && reviews.length === 0) return null
  return (
    <Card className="stack stack-4">
      <h2 className="head">{t('user.reviews')}</h2>
      {firstPage && firstPage.rating !== null && (
        <ReviewSummary rating={firstPage.rating} count={firstPage.rating_count} axes={firstPage.axes} />
      )}
      {firstPage && firstPage.rating_count < fewReviews && (
        <p className="cap muted">{t('user.fewReviews')}</p>
      )}
      {reviewsQuery.isPending && <Skeleton width="80%" height={16} />}
      {reviewsQuery.isError && (
        <div className="row row-between">
          <span className="sub muted">{t('search.loadError')}</span>
          <TextButton onClick={() => void reviewsQuery.refetch()}>{t('common.retry')}</TextButton>
        </div>
      )}
      {reviews.map((review) => (
        <ReviewView key={review.id} review={review} person={person} isOwn={isOwn} />
      ))}
      {reviewsQuery.hasNextPage && (
        <TextButton onClick={() => void reviewsQuery.fetchNextPage()}>{t('search.more')}</TextButton>
      )}
    </Card>
  )
}

type ReviewViewProps = { review: Review; person: { id: number; full_name: string }; isOwn: boolean }

function ReviewView({ review, person, isOwn }: ReviewViewProps) {
  const { t, age } = useFormats()
  const me = useMe()
  const { author, rating, text, axes } = review
  const ratedAxes = allAxes.filter((axis) => axes[axis] !== undefined)
  const publishedAt = review.published_at ?? review.created_at
  return (
    <article className="stack stack-2">
      <div className={cx('row', styles.head)}>
        <Avatar id={author.id} name={author.full_name} src={author.avatar_url} size={32} />
        <div className={cx('grow', styles.name)}>
          <p className="ellipsis">{author.full_name}</p>
          <p className="cap muted ellipsis">{review.listing_title}</p>
        </div>
        <time className="cap muted" dateTime={publishedAt}>
          {age(publishedAt)}
        </time>
        {author.id !== me?.id && <MoreButton subject={{ type: 'review', id: review.id }} person={author} />}
      </div>
      {ratedAxes.length > 0 ? (
        <p className={styles.three}>
          {ratedAxes.map((axis) => (
            <span key={axis}>
              {t(`review.axis.${axis}`)} <b>{axes[axis]}</b>
            </span>
          ))}
        </p>
      ) : (
        <Stars value={rating} label={t('user.reviewOf', { name: author.full_name, rating })} />
      )}
      {text && <p className="sub">{bindWords(text)}</p>}
      <ReviewReply review={review} person={person} isOwn={isOwn} />
    </article>
  )
}

type ReviewSummaryProps = { rating: number; count: number; axes: Partial<Record<ReviewAxis, number>> }

/** Average rating of a person, overall and for each criterion. */
function ReviewSummary({ rating, count, axes }: ReviewSummaryProps) {
  const { t, decimal } = useFormats()
  return (
    <div className="stack stack-4">
      <div className={styles.summary}>
        <b className={styles.mean}>{decimal(rating)}</b>
        <div className="stack stack-1">
          <Stars value={rating} label={t('a11y.rating', { value: decimal(rating) })} />
          <span className="cap muted">{t('review.count', { count })}</span>
        </div>
      </div>
      <dl className={styles.axes}>
        {allAxes.map((axis) => {
          const meanStars = axes[axis]
          return (
            meanStars !== undefined && (
              <div key={axis}>
                <dt>{t(`review.axis.${axis}`)}</dt>
                <dd>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ width: `${meanStars * 20}%` }} />
                  </span>
                  <b>{decimal(meanStars)}</b>
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </div>
  )
}

type ReviewReplyProps = { review: Review; person: { id: number; full_name: string }; isOwn: boolean }

/** Reply to a review. The reviewed person can write the reply, and edit it within a day. */
function ReviewReply({ review: { id, reply }, person, isOwn }: ReviewReplyProps) {
  const { t, age } = useFormats()
  const [text, setText] = useState<string | null>(null)
  const replyMutation = useMutation({
    mutationFn: (replyText: string) =>
      api('POST /api/reviews/:id/reply', { params: { id }, body: { text: replyText } }),
    onSuccess: () => setText(null),
    onError: (error) => void showFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['GET /api/users/:id/reviews', person.id] }),
  })
  const canReply = isOwn && (!reply || Date.now() - Date.parse(reply.at) < limits.review.replyEditMs)
  if (text !== null)
    return (
      <div className="stack stack-2">
        <TextareaField
          label={t('review.reply.label')}
          hint={t('review.reply.hint')}
          rows={3}
          maxLength={limits.review.length}
          value={text}
          onValue={setText}
        />
        <Button
          small
          loading={replyMutation.isPending}
          disabled={text.trim() === ''}
          onClick={() => replyMutation.mutate(text.trim())}
        >
          {t('review.reply')}
        </Button>
      </div>
    )
  return (
    <>
      {reply && (
        <div className={styles.reply}>
          <p className="cap">
            {t('review.reply.said', { name: person.full_name })} · {age(reply.at)}
          </p>
          <p className="sub">{bindWords(reply.text)}</p>
        </div>
      )}
      {canReply && (
        <div>
          <TextButton onClick={() => setText(reply?.text ?? '')}>
            {t(reply ? 'common.edit' : 'review.reply')}
          </TextButton>
        </div>
      )}
    </>
  )
}
