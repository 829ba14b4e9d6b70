import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Person } from '#web/features/listings/types.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating, Verified } from '#web/ui/badge.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import styles from './person-card.module.css'

type PersonSummary = Omit<Person, 'telegram_link'>

/** Name, verification, rating, number of orders and year of joining of a person. */
export function PersonLine({ person, to }: { person: PersonSummary; to?: string }) {
  const { t, decimal } = useFormats()
  return (
    <div className={styles.person}>
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
      <div className="grow">
        <p className={styles.name}>
          {to ? (
            <Link to={to} className={styles.link}>
              {person.full_name}
            </Link>
          ) : (
            <span className="ellipsis">{person.full_name}</span>
          )}
          {person.is_verified && <Verified label={t('verify.badge')} />}
        </p>
        <DottedLine className="cap muted">
          {person.rating === null ? (
            t('user.newcomer')
          ) : (
            <Rating
              value={decimal(person.rating)}
              label={t('a11y.rating', { value: decimal(person.rating) })}
            />
          )}
          {person.posted_count > 0 && t('order.clientOrders', { count: person.posted_count })}
          {t('order.since', { year: new Date(person.created_at).getFullYear() })}
        </DottedLine>
      </div>
      {to && <ChevronRight className="muted" />}
    </div>
  )
}
