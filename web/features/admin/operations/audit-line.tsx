import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ReplyOf } from '#web/client/http/api.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import queue from '#web/features/admin/queue/queue.module.css'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import styles from './audit.module.css'

export type AuditEntry = ReplyOf<'GET /api/admin/audit'>['items'][number]

/** Granting actions are green, refusing ones red, changes of money and roles blue. */
const tones: [RegExp, BadgeTone][] = [
  [/\.(approved?|unblock|accepted|done)$/, 'good'],
  [/\.(rejected|reject|block|delete|refused|close|chargeback)$/, 'bad'],
  [/^(payment|case|tariff)\.|role$/, 'accent'],
]

/** One audit entry; a click expands the values before and after the change. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { t, exact } = useAdminFormats()
  const [isOpen, setOpen] = useState(false)
  const { action, actor, subject_type, subject_id, subject_name, origin } = entry
  const tone = tones.find(([pattern]) => pattern.test(action))?.[1]
  const subject = t(`admin.audit.subject.${subject_type}`, { id: subject_id })
  return (
    <li className={queue.entry}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="cap muted num">{exact(entry.created_at)}</span>
        <span className="sub">{actor?.full_name ?? t('admin.audit.itself')}</span>
        <span>
          <Badge tone={tone}>{t([`admin.audit.action.${action}`, action], action)}</Badge>
        </span>
        <span className="sub">{subject_name ? `${subject}: ${subject_name}` : subject}</span>
        <span className="cap muted">{t(`admin.audit.origin.${origin}`)}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      {isOpen && (
        <div className={styles.more}>
          <Values title={t('admin.audit.was')} values={entry.before} />
          <Values title={t('admin.audit.now')} values={entry.after} />
          {addressOf(entry) && (
            <Link className={queue.link} to={addressOf(entry) ?? ''}>
              {subject}
            </Link>
          )}
        </div>
      )}
    </li>
  )
}

function addressOf({ subject_type, subject_id }: AuditEntry): string | undefined {
  if (subject_type === 'user') return `/admin-panel/users/${subject_id}`
  return undefined
}

function Values({ title, values }: { title: string; values: Record<string, unknown> | null }) {
  const { t } = useAdminFormats()
  /** Statuses, roles and reasons are translated; other values are shown raw. */
  const translate = (value: unknown) => {
    if (typeof value === 'object') return JSON.stringify(value)
    const word = String(value)
    return t([`admin.status.${word}`, `admin.reject.${word}`, `admin.users.${word}`, word], word)
  }
  return (
    <div>
      <p className="cap muted">{title}</p>
      {Object.entries(values ?? {}).map(([name, value]) => (
        <p key={name} className="sub">
          {t([`admin.audit.field.${name}`, name], name)}: {translate(value)}
        </p>
      ))}
      {!values && <p className="sub">{t('admin.audit.nothing')}</p>}
    </div>
  )
}
