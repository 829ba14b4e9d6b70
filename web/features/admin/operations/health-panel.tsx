import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { openLink } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/list.tsx'

const pollMs = 15_000

type Health = ReplyOf<'GET /api/admin/health'>

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
  return (
    <Card className="stack" aria-label={t('admin.health.label')}>
      <h2 className="head">{t('admin.health.label')}</h2>
      {health && <Figures health={health} />}
      <Button variant="fill" icon={ExternalLink} loading={ticket.isPending} onClick={() => ticket.mutate()}>
        {t('admin.queues.open')}
      </Button>
      <p className="cap muted">{t('admin.queues.hint')}</p>
    </Card>
  )
}

/** The figures that are not zero, or one sentence if all are. Rows of zeros would hide the one that matters. */
export function Figures({ health }: { health: Health }) {
  const { t } = useAdminFormats()
  const seconds = Math.round(health.outbox_age_ms / 1000)
  const figures = [
    { name: t('admin.health.cases'), amount: health.open_cases },
    { name: t('admin.health.violations'), amount: health.payment_violations },
    { name: t('admin.health.ledger'), amount: health.ledger_imbalance },
    { name: t('admin.health.loops'), amount: health.open_loops },
    {
      name: t('admin.health.launches'),
      amount: health.launches_lost,
      text: t('admin.health.launchesOf', { lost: health.launches_lost, all: health.launches }),
    },
    { name: t('admin.health.dead'), amount: health.dead_tasks },
    {
      name: t('admin.health.outbox'),
      amount: seconds,
      text: t('admin.health.seconds', { count: seconds }),
    },
  ].filter(({ amount }) => amount !== 0)
  if (figures.length === 0) return <p className="sub">{t('admin.health.calm')}</p>
  return (
    <Facts
      items={figures.map(({ name, amount, text }) => ({
        name,
        value: text ?? <span className="bad">{amount}</span>,
      }))}
    />
  )
}
