import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Rating, Verified } from '#web/ui/badge.tsx'
import styles from './byline.module.css'

const dayMinutes = 24 * 60
/** Waits from this length on are told in days. */
const daysFrom = 1.5 * dayMinutes

type BylineProps = Pick<Listing, 'kind' | 'author' | 'author_record'>

/**
 * The author of a listing in one line: name, rating and one fact. An author of whom neither is known is named by the
 * role, so that nobody takes the name for somebody else's. The line leads to the author's page.
 */
export function Byline({ kind, author, author_record: record }: BylineProps) {
  const { t, decimal } = useFormats()
  const fact = useAuthorFact(record)
  const rating = author.rating === null ? null : decimal(author.rating)
  return (
    <Link to={`/user/${author.id}`} className={styles.byline}>
      <span className={styles.name}>
        <b className="ellipsis">{author.full_name}</b>
        {author.is_verified && <Verified label={t('verify.badge')} />}
      </span>
      {rating && (
        <span className={styles.part}>
          <Rating value={rating} label={t('a11y.rating', { value: rating })} />
        </span>
      )}
      {fact && <span className={styles.part}>{fact}</span>}
      {!rating && !fact && <span className={styles.part}>{t(`byline.${kind}`)}</span>}
      <ChevronRight className={styles.arrow} />
    </Link>
  )
}

/**
 * The usual time to an answer if it is known, otherwise the number of closed orders and vacancies; null if there are
 * none.
 */
function useAuthorFact(record: Listing['author_record']): string | null {
  const { t } = useFormats()
  if (!record) return null
  const wait = record.figures?.answers?.wait_minutes ?? null
  if (wait !== null)
    return wait < daysFrom
      ? t('byline.hours', { count: Math.max(1, Math.round(wait / 60)) })
      : t('byline.days', { count: Math.round(wait / dayMinutes) })
  return record.closed > 0 ? t('byline.closed', { count: record.closed }) : null
}
