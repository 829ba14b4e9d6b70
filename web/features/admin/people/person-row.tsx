import { Ellipsis } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Person } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating, Verified } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PersonBadge, roleName } from './person-badge.tsx'

type PersonRowProps = { person: Person; onChoose: (id: number) => void }

/** One person on a narrow screen. */
export function PersonRow({ person, onChoose }: PersonRowProps) {
  const { t, decimal } = useAdminFormats()
  const { id, full_name, avatar_url, rating, orders_count } = person
  const value = rating === null ? null : decimal(rating)
  return (
    <div className={styles.row}>
      <Avatar id={id} name={full_name} src={avatar_url} />
      <div className="grow">
        <p className={styles.name}>
          <Link to={`/admin-panel/users/${id}`} className={styles.link}>
            {full_name}
          </Link>
          {person.is_verified && <Verified label={t('verify.badge')} />}
        </p>
        <p className="cap muted">
          {t(roleName(person))}
          {value && (
            <>
              {' · '}
              <Rating value={value} label={t('a11y.rating', { value })} />
            </>
          )}
          {` · ${t('admin.users.orders', { count: orders_count })}`}
        </p>
      </div>
      <PersonBadge person={person} quiet />
      <IconButton
        icon={Ellipsis}
        label={t('admin.users.more', { name: full_name })}
        onClick={() => onChoose(id)}
      />
    </div>
  )
}
