import { useTranslation } from '#web/client/use-translation.ts'
import type { Task } from './queries.ts'

/** Old and new of what differs from the version that was approved before. */
export function Changes({ task: { changes } }: { task: Task }) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <div className="stack">
      <h3 className="cap muted">{t('admin.changes')}</h3>
      {changes.map(({ field, before, after }) => (
        <p key={field} className="prose">
          {field}: {before ? <del>{before}</del> : '—'} → {after ? <ins>{after}</ins> : '—'}
        </p>
      ))}
    </div>
  )
}
