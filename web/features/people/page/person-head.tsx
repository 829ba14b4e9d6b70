import { CircleCheck, Clock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { PersonPage, PersonRecord } from '#web/features/people/queries.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Rating, VerifiedAfter } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Panel, withoutNumber } from '#web/ui/panel.tsx'
import styles from './person-head.module.css'

/** Avatar, name and category of a person. `action` is placed in the corner. */
export function PersonHead({ person, action }: { person: PersonPage; action?: ReactNode }) {
  const isOwn = useMe()?.id === person.id
  const { t } = useFormats()
  const years = person.years_of_experience
  const placeText = person.city ?? person.country
  return (
    <section className={styles.head}>
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size={88} />
      <div className="grow">
        <h1 className={styles.name}>
          {person.full_name}
          {person.is_verified && <VerifiedAfter label={t('verify.badge')} />}
        </h1>
        {person.is_contractor && (person.category || years) && (
          <DottedLine className="sub muted">
            {person.category?.name}
            {years ? t('user.experience', { count: years }) : null}
          </DottedLine>
        )}
        {!isOwn && person.seen && <p className={cx('cap muted', styles.seen)}>{t(`seen.${person.seen}`)}</p>}
        <p className={styles.badges}>
          {person.is_contractor && (
            <Badge
              onPage
              tone={person.is_free ? 'good' : undefined}
              icon={person.is_free ? CircleCheck : Clock}
            >
              {t(person.is_free ? 'user.free' : 'user.busy')}
            </Badge>
          )}
          {placeText && (
            <Badge onPage icon={MapPin}>
              {placeText}
            </Badge>
          )}
        </p>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </section>
  )
}

type PersonFiguresProps = { person: PersonPage; record: PersonRecord }

/**
 * Rating, number of orders and year of joining of a person, as far as there are any. Somebody without ratings and orders
 * in either role is called a newcomer. Orders that the record below counts do not stand here again.
 */
export function PersonFigures({ person, record }: PersonFiguresProps) {
  const { t, decimal } = useFormats()
  const rating = person.rating === null ? null : decimal(person.rating)
  const year = new Date(person.created_at).getFullYear()
  const recorded = { client: record.author.closed, freelancer: record.freelancer.completed }
  if (!rating && person.orders_count + recorded.client + recorded.freelancer === 0)
    return (
      <Panel
        label={t('profile.rating')}
        items={[{ picture: null, value: t('user.new'), note: t('order.since', { year }) }]}
      />
    )
  const isCounted = recorded[person.is_client ? 'client' : 'freelancer'] > 0
  const orders = t(person.is_client ? 'user.posted' : 'profile.ordersDone', { count: person.orders_count })
  return (
    <Panel
      label={t('profile.rating')}
      items={[
        ...(rating
          ? [
              {
                picture: <Rating value={rating} label={t('a11y.rating', { value: rating })} />,
                value: '',
                note: t('user.ratings', { count: person.rating_count }),
              },
            ]
          : []),
        ...(person.orders_count > 0 && !isCounted
          ? [
              {
                picture: null,
                value: String(person.orders_count),
                note: withoutNumber(orders),
                said: orders,
              },
            ]
          : []),
        {
          picture: null,
          value: String(year),
          note: t('user.joined'),
        },
      ]}
    />
  )
}
