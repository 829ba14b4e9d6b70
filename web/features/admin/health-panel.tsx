import { useQuery } from '@tanstack/react-query'
import { query } from '#web/query.ts'
import { Panel } from '#web/ui/signals.tsx'
import { useAdminFormats } from './use-admin-formats.ts'

const pollMs = 15_000

/** What an operator asks first: does anything wait, fail or miss money. */
export function HealthPanel() {
  const { t } = useAdminFormats()
  const health = useQuery({ ...query('GET /api/admin/health'), refetchInterval: pollMs }).data
  const item = (value: string | number | undefined, note: string) => ({
    picture: null,
    value: value === undefined ? '…' : String(value),
    note,
  })
  const seconds = health && Math.round(health.outbox_age_ms / 1000)
  return (
    <Panel
      label={t('admin.health.label')}
      items={[
        item(health?.open_cases, t('admin.health.cases')),
        item(health?.payment_violations, t('admin.health.violations')),
        item(health?.dead_tasks, t('admin.health.dead')),
        item(
          seconds === undefined ? undefined : t('admin.health.seconds', { count: seconds }),
          t('admin.health.outbox'),
        ),
      ]}
    />
  )
}
