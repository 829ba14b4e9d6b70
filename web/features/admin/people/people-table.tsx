import { ArrowDown, ArrowUp, BadgeCheck, Ban, Ellipsis, Flag, PhoneOff, Undo2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Person } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Rating, Verified } from '#web/ui/badge.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

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

type Shown = Pick<Person, 'status' | 'open_reports' | 'verification' | 'returned' | 'is_verified'>

/** Badge with the most urgent fact about a person. Problems are more urgent than the phone's verification. */
export function PersonBadge({ person, quiet }: { person: Shown; quiet?: boolean }) {
  const { t } = useAdminFormats()
  if (person.status === 'blocked')
    return (
      <Badge tone="bad" icon={Ban}>
        {t('admin.users.blocked')}
      </Badge>
    )
  if (person.open_reports > 0)
    return (
      <Badge tone="bad" icon={Flag}>
        {t('admin.users.report')}
      </Badge>
    )
  if (person.verification === 'conflict')
    return (
      <Badge tone="warn" icon={PhoneOff}>
        {t('admin.users.conflict')}
      </Badge>
    )
  if (person.returned)
    return (
      <Badge tone="warn" icon={Undo2}>
        {t('admin.users.returned', { count: person.returned.rejections })}
      </Badge>
    )
  if (quiet) return null
  return person.is_verified ? (
    <Badge tone="good" icon={BadgeCheck}>
      {t('admin.users.verified')}
    </Badge>
  ) : (
    <Badge>{t('admin.users.unverified')}</Badge>
  )
}

/** Returns the translation key of the person's role. */
export function roleName({ role, is_client }: Pick<Person, 'role' | 'is_client'>): string {
  if (role !== 'user') return `admin.users.${role}`
  return is_client ? 'admin.users.client' : 'admin.users.freelancer'
}

type PersonRowProps = { person: Person; onChoose: (id: number) => void }

/** A person in the list of people on a narrow screen. */
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
        <DottedLine className="cap muted">
          {t(roleName(person))}
          {value && <Rating value={value} label={t('a11y.rating', { value })} />}
          {t('admin.users.orders', { count: orders_count })}
        </DottedLine>
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
