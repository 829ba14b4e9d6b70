import type { PersonDetails } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './person.module.css'

/** Warnings of the person, with the reasons they were shown. */
export function PersonWarnings({ warnings }: Pick<PersonDetails, 'warnings'>) {
  const { t, day } = useAdminFormats()
  if (warnings.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('admin.person.warnings')}</h2>
      <div>
        {warnings.map(({ reason, created_at, given_by }) => (
          <div key={created_at} className={styles.row}>
            <div>
              <p className="sub">{reason}</p>
              {given_by && <p className="cap muted">{given_by}</p>}
            </div>
            <span className="cap muted num">{day(created_at)}</span>
          </div>
        ))}
      </div>
    </Card>
  )
}
