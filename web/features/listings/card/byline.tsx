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
 * The author of a listing in one line. An author of whom neither rating nor fact is known is named by the role, so that
 * nobody takes the name for somebody else's.
 */
export function Byline({ kind, author, author_record: record }: BylineProps) {
  const { t } = useFormats()
  const fact = useAuthorFact(record)
  return <PersonLine person={author} fact={fact ?? (author.rating === null ? t(`byline.${kind}`) : null)} />
}

type PersonLineProps = {
  person: Pick<Listing['author'], 'id' | 'full_name' | 'rating' | 'is_verified'>
  fact: string | null
}

/** A person in one line: name, rating and one fact. The line leads to the person's page. */
export function PersonLine({ person, fact }: PersonLineProps) {
  const { t, decimal } = useFormats()
  const rating = person.rating === null ? null : decimal(person.rating)
  return (
    <Link to={`/user/${person.id}`} className={styles.byline}>
      <span className={styles.name}>
        <b className="ellipsis">{person.full_name}</b>
        {person.is_verified && <Verified label={t('verify.badge')} />}
      </span>
      {rating && (
        <span className={styles.part}>
          <Rating value={rating} label={t('a11y.rating', { value: rating })} />
        </span>
      )}
      {fact && <span className={styles.part}>{fact}</span>}
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
  const waitText = useWaitText()
  if (!record) return null
  const wait = record.figures?.answers?.wait_minutes ?? null
  if (wait !== null) return waitText(wait)
  return record.closed > 0 ? t('byline.closed', { count: record.closed }) : null
}

/** Returns a function that says how long a person usually takes to answer. */
export function useWaitText(): (minutes: number) => string {
  const { t } = useFormats()
  return (minutes) =>
    minutes < daysFrom
      ? t('byline.hours', { count: Math.max(1, Math.round(minutes / 60)) })
      : t('byline.days', { count: Math.round(minutes / dayMinutes) })
}
