import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Person } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PersonBadge, roleName } from './person-badge.tsx'

type Sort = 'newest' | 'oldest'
type PeopleTableProps = {
  people: Person[]
  sort: Sort
  onSort: (sort: Sort) => void
  onChoose: (id: number) => void
}

/** Table of people for wide screens. */
export function PeopleTable({ people, sort, onSort, onChoose }: PeopleTableProps) {
  const { t } = useAdminFormats()
  const Arrow = sort === 'newest' ? ArrowDown : ArrowUp
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            <th>{t('admin.users.col')}</th>
            <th>{t('admin.users.role')}</th>
            <th className={styles.right}>{t('admin.users.rating')}</th>
            <th className={styles.right}>{t('admin.users.orders')}</th>
            <th>{t('admin.users.status')}</th>
            <th aria-sort={sort === 'newest' ? 'descending' : 'ascending'}>
              <button
                type="button"
                className={styles.sort}
                onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
              >
                {t('admin.users.created')} <Arrow className="i16" />
              </button>
            </th>
            <th>
              <span className="visually-hidden">{t('admin.users.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row key={person.id} person={person} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ person, onChoose }: { person: Person; onChoose: (id: number) => void }) {
  const { t, decimal, day } = useAdminFormats()
  const { id, full_name, username, avatar_url, rating, orders_count, created_at } = person
  const value = rating === null ? null : decimal(rating)
  return (
    <tr>
      <td>
        <div className={styles.first}>
          <Avatar id={id} name={full_name} src={avatar_url} size={32} />
          <div>
            <Link to={`/admin-panel/users/${id}`} className={styles.link}>
              {full_name}
            </Link>
            <p className="cap muted">{username ? `@${username}` : t('admin.users.noName')}</p>
          </div>
        </div>
      </td>
      <td>{t(roleName(person))}</td>
      <td className={styles.right}>
        {value ? <Rating value={value} label={t('a11y.rating', { value })} /> : '—'}
      </td>
      <td className={styles.right}>{orders_count}</td>
      <td>
        <PersonBadge person={person} />
      </td>
      <td className="muted num">{day(created_at)}</td>
      <td className={styles.right}>
        <IconButton
          icon={Ellipsis}
          label={t('admin.users.more', { name: full_name })}
          onClick={() => onChoose(id)}
        />
      </td>
    </tr>
  )
}
