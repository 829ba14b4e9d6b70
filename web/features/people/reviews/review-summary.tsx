import { allAxes, type ReviewAxis } from '#contract/review-axes.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Stars } from '#web/ui/stars.tsx'
import styles from './reviews-section.module.css'

type ReviewSummaryProps = { rating: number; count: number; axes: Partial<Record<ReviewAxis, number>> }

/** Average rating, and the average on each axis. */
export function ReviewSummary({ rating, count, axes }: ReviewSummaryProps) {
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
          const mean = axes[axis]
          return (
            mean !== undefined && (
              <div key={axis}>
                <dt>{t(`review.axis.${axis}`)}</dt>
                <dd>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ width: `${mean * 20}%` }} />
                  </span>
                  <b>{decimal(mean)}</b>
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </div>
  )
}
