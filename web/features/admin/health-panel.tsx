import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/list.tsx'
import { useAdminFormats } from './use-admin-formats.ts'

const pollMs = 15_000

/** What an operator asks first: does anything wait, fail or miss money. */
export function HealthPanel() {
  const { t } = useAdminFormats()
  const health = useQuery({ ...query('GET /api/admin/health'), refetchInterval: pollMs }).data
  const number = (value: number | undefined) =>
    value === undefined ? '…' : <span className={value > 0 ? 'bad' : undefined}>{value}</span>
  const seconds = health && Math.round(health.outbox_age_ms / 1000)
  return (
    <Card aria-label={t('admin.health.label')}>
      <Facts
        items={[
          { name: t('admin.health.cases'), value: number(health?.open_cases) },
          { name: t('admin.health.violations'), value: number(health?.payment_violations) },
          { name: t('admin.health.ledger'), value: number(health?.ledger_imbalance) },
          { name: t('admin.health.dead'), value: number(health?.dead_tasks) },
          {
            name: t('admin.health.outbox'),
            value: seconds === undefined ? '…' : t('admin.health.seconds', { count: seconds }),
          },
        ]}
      />
    </Card>
  )
}
