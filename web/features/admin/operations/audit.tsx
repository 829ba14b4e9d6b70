import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { InputOf, ReplyOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { useIsWide } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import queue from '#web/features/admin/queue/queue.module.css'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DateField, SelectField } from '#web/ui/form-field.tsx'
import { nothing } from '#web/ui/select.tsx'
import styles from './audit.module.css'

type AuditEntry = ReplyOf<'GET /api/admin/audit'>['items'][number]

/**
 * Colours of the actions in the audit: granting actions are green, refusing actions red, changes of money and roles
 * blue.
 */
const tones: [RegExp, BadgeTone][] = [
  [/\.(approved?|unblock|accepted|done)$/, 'good'],
  [/\.(rejected|reject|block|delete|refused|close|chargeback)$/, 'bad'],
  [/^(payment|case|tariff)\.|role$/, 'accent'],
]

/** Acts of moderation. If staff did them in a chat, it was the chat of the moderators. */
const moderationActs = /^(moderation|listing|revision|report)\./

function originOf({ origin, action, actor }: AuditEntry): 'moderators' | AuditEntry['origin'] {
  const isStaff = actor?.role === 'admin' || actor?.role === 'moderator'
  return origin === 'chat' && isStaff && moderationActs.test(action) ? 'moderators' : origin
}

/** Names of the columns, on screens that are wide enough for them. Each cell says by itself what it is. */
export function AuditHead() {
  const { t } = useAdminFormats()
  return (
    <div className={cx(styles.line, styles.head, 'cap muted')} aria-hidden="true">
      <span>{t('admin.audit.col.time')}</span>
      <span>{t('admin.audit.actor')}</span>
      <span>{t('admin.audit.col.action')}</span>
      <span>{t('admin.audit.about')}</span>
      <span className={styles.reason}>{t('admin.audit.col.reason')}</span>
      <span>{t('admin.audit.col.origin')}</span>
    </div>
  )
}

/**
 * One audit entry with its reason. If it changed values, a click shows them before and after; the subject is a link to
 * its page.
 */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { t, exact } = useAdminFormats()
  const [isOpen, setOpen] = useState(false)
  const { action, actor, subject_type, subject_id, subject_name, before, after } = entry
  const path = subjectPath(entry)
  const actionName = t([`admin.audit.action.${action}`, action], action)
  const tone = tones.find(([pattern]) => pattern.test(action))?.[1]
  const subjectNumber = t(`admin.audit.subject.${subject_type}`, { id: subject_id })
  const subject = subject_name ? `${subjectNumber}: ${subject_name}` : subjectNumber
  const reason = typeof after?.reason === 'string' ? after.reason : null
  return (
    <li className={queue.entry}>
      <div className={styles.line}>
        <span className="cap muted num">{exact(entry.created_at)}</span>
        <span className="sub">{actor?.full_name ?? t('admin.audit.itself')}</span>
        <span className={styles.action}>
          <Badge tone={tone}>{actionName}</Badge>
        </span>
        <span className="sub">
          {path ? (
            <Link className={styles.subject} to={path}>
              {subject}
            </Link>
          ) : (
            subject
          )}
        </span>
        {reason !== null && (
          <span className={cx(styles.reason, 'sub')}>{t([`admin.reject.${reason}`, reason], reason)}</span>
        )}
        <span className={cx(styles.origin, 'cap muted')}>{t(`admin.audit.origin.${originOf(entry)}`)}</span>
        {/* The button covers the row, below the link. */}
        {(before ?? after) && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={t('admin.audit.more', { action: actionName })}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown aria-hidden="true" />
          </button>
        )}
      </div>
      {isOpen && (
        <div className={styles.more}>
          {before && <Values title={t('admin.audit.was')} values={before} />}
          {after && <Values title={t('admin.audit.now')} values={after} />}
        </div>
      )}
    </li>
  )
}

/** Screens that list the subjects without a page of their own. */
const subjectLists: Record<string, string> = {
  report: '/admin-panel/reports',
  payment: '/admin-panel/payments',
  payment_case: '/admin-panel/cases',
  category: '/admin-panel/directories',
  tariff: '/admin-panel/directories',
  channel: '/admin-panel/channels',
}

function subjectPath({ subject_type, subject_id, listing_kind }: AuditEntry): string | undefined {
  if (subject_type === 'user') return `/admin-panel/users/${subject_id}`
  return listing_kind ? `/${listing_kind}/${subject_id}` : subjectLists[subject_type]
}

function Values({ title, values }: { title: string; values: Record<string, unknown> }) {
  const { t } = useAdminFormats()
  /** Statuses, roles and reasons are translated. Other changed values are shown as they are stored. */
  const translateValue = (value: unknown) => {
    if (typeof value === 'object') return JSON.stringify(value)
    const word = String(value)
    return t(
      [
        `admin.audit.value.${word}`,
        `admin.status.${word}`,
        `admin.reject.${word}`,
        `admin.users.${word}`,
        word,
      ],
      word,
    )
  }
  return (
    <div>
      <p className="cap muted">{title}</p>
      {Object.entries(values).map(([name, value]) => (
        <p key={name} className="sub">
          {t([`admin.audit.field.${name}`, name], name)}: {translateValue(value)}
        </p>
      ))}
    </div>
  )
}

type Query = NonNullable<NonNullable<InputOf<'GET /api/admin/audit'>>['query']>
export type AuditFilter = Pick<Query, 'search' | 'actor_id' | 'action' | 'subject' | 'from' | 'to'>

/** Prefixes of the action names that the audit can be filtered by. */
const actionPrefixes = [
  ...['moderation', 'listing', 'revision', 'report', 'user'],
  ...['payment', 'case', 'confirmation', 'currency', 'category', 'tariff'],
]
const subjects = ['listing', 'user', 'report', 'payment', 'payment_case', 'currency', 'category', 'tariff']

type AuditFiltersProps = { filter: AuditFilter; onChange: (filter: AuditFilter) => void }

/**
 * Filters of the audit by text, actor, action, subject and days. On a phone, a button of the search row unfolds them.
 */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t, date } = useAdminFormats()
  const isWide = useIsWide()
  const [isOpen, setOpen] = useState(false)
  const count = [filter.actor_id, filter.action, filter.subject, filter.from, filter.to].filter(
    Boolean,
  ).length
  const staff = useQuery(query('GET /api/admin/users', { query: { group: 'staff', per_page: 100 } })).data
  const changeFilter = (name: keyof AuditFilter) => (value: string | number) =>
    onChange({ ...filter, [name]: value === nothing ? '' : value })
  const selectField = (
    name: 'actor_id' | 'action' | 'subject',
    label: string,
    all: string,
    options: { value: string; label: string }[],
  ) => (
    <SelectField
      label={label}
      value={String(filter[name] || nothing)}
      placeholder={all}
      options={options}
      onValue={changeFilter(name)}
    />
  )
  const dayField = (name: 'from' | 'to', label: string) => (
    <DateField
      label={label}
      shown={filter[name] ? date(`${filter[name]}T00:00`) : t('admin.audit.anyDay')}
      value={filter[name] ?? ''}
      onValue={changeFilter(name)}
    />
  )
  return (
    <div className="stack">
      <SearchRow
        label={t('admin.audit.search')}
        text={filter.search ?? ''}
        onText={changeFilter('search')}
        {...(!isWide && { filters: { count, open: () => setOpen(!isOpen) } })}
      />
      {(isWide || isOpen) && (
        <Card className={styles.filters}>
          {selectField(
            'actor_id',
            t('admin.audit.actor'),
            t('admin.audit.anybody'),
            (staff?.items ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name })),
          )}
          {selectField(
            'action',
            t('admin.audit.what'),
            t('admin.audit.anything'),
            actionPrefixes.map((value) => ({ value, label: t(`admin.audit.group.${value}`) })),
          )}
          {selectField(
            'subject',
            t('admin.audit.about'),
            t('admin.audit.anyAbout'),
            subjects.map((value) => ({ value, label: t(`admin.audit.kind.${value}`) })),
          )}
          {dayField('from', t('admin.audit.from'))}
          {dayField('to', t('admin.audit.to'))}
        </Card>
      )}
    </div>
  )
}
