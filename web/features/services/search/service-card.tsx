import { Link } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { FoundService } from '#web/features/services/queries.ts'
import { isWhole, useAmount } from '#web/features/services/use-amount.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './service-card.module.css'

/** A service in a list: its first picture, title, price, days and freelancer. Without a picture the avatar stands there. */
export function ServiceCard({ service }: { service: FoundService }) {
  const { t, decimal } = useFormats()
  const { freelancer, days, price, currency, unit } = service
  const amount = useAmount()({ price, currency })
  const [picture] = service.pictures
  const { rating } = freelancer
  return (
    <article className={styles.card}>
      {picture ? (
        <Picture picture={picture} alt="" />
      ) : (
        <span className={styles.plain}>
          <Avatar id={freelancer.id} name={freelancer.full_name} src={freelancer.avatar_url} size={56} />
        </span>
      )}
      <h2 className="clamp-2">
        <Link to={`/service/${service.id}`} className={styles.link}>
          {service.name}
        </Link>
      </h2>
      <DottedLine className={styles.price}>
        <span>
          <b>{amount}</b>
          {price !== null && unit && !isWhole(unit) && <small>{` ${unit.name}`}</small>}
        </span>
        {days !== null && <small>{t('card.days', { count: days })}</small>}
      </DottedLine>
      <p className={styles.person}>
        <span className="ellipsis">{freelancer.full_name}</span>
        {rating !== null && (
          <span>
            {'\u00a0· '}
            <span className="visually-hidden">{t('a11y.rating', { value: decimal(rating) })}</span>
            <span aria-hidden="true">{decimal(rating)}</span>
          </span>
        )}
      </p>
    </article>
  )
}
