import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { openLink } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/list.tsx'

const pollMs = 15_000

/**
 * Figures that show problems to operators (open cases, payment errors, failed tasks, delays), and a link to the
 * dashboard of the queues.
 */
export function HealthPanel() {
  const { t } = useAdminFormats()
  const health = useQuery({ ...query('GET /api/admin/health'), refetchInterval: pollMs }).data
  const ticket = useMutation({
    mutationFn: () => api('POST /api/admin/queues_ticket'),
    onSuccess: ({ url }) => openLink(url),
    onError: (error) => void showFailure(error),
  })
  const number = (value: number | undefined) =>
    value === undefined ? '…' : <span className={value > 0 ? 'bad' : undefined}>{value}</span>
  const seconds = health && Math.round(health.outbox_age_ms / 1000)
  return (
    <Card className="stack" aria-label={t('admin.health.label')}>
      <Facts
        items={[
          { name: t('admin.health.cases'), value: number(health?.open_cases) },
          { name: t('admin.health.violations'), value: number(health?.payment_violations) },
          { name: t('admin.health.ledger'), value: number(health?.ledger_imbalance) },
          { name: t('admin.health.loops'), value: number(health?.open_loops) },
          {
            name: t('admin.health.launches'),
            value:
              health && t('admin.health.launchesOf', { lost: health.launches_lost, all: health.launches }),
          },
          { name: t('admin.health.dead'), value: number(health?.dead_tasks) },
          {
            name: t('admin.health.outbox'),
            value: seconds === undefined ? '…' : t('admin.health.seconds', { count: seconds }),
          },
        ]}
      />
      <Button variant="fill" icon={ExternalLink} loading={ticket.isPending} onClick={() => ticket.mutate()}>
        {t('admin.queues.open')}
      </Button>
      <p className="cap muted">{t('admin.queues.hint')}</p>
    </Card>
  )
}
